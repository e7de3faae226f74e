import type { Order } from '../../../generated/prisma/client.ts'
import { storeStatement } from '../../../platform/database/store-statement.ts'
import { type ShownOrder, shownColumns } from './shown-order.ts'

// SQL: the reads of order history and tracking, for which Prisma takes several times as long.

export const orderByNumber = storeStatement<ShownOrder & Pick<Order, 'buyerPhone'>>(
  'order by its number',
  `SELECT ${shownColumns}, buyer_phone AS "buyerPhone" FROM orders WHERE store_id = $1 AND order_no = $2`,
)

const ofCustomer = `SELECT ${shownColumns} FROM orders WHERE store_id = $1 AND customer_id = $2`

const NEWEST = 'ORDER BY created_at DESC, id DESC LIMIT $3'

export const firstOrders = storeStatement<ShownOrder>('orders', `${ofCustomer} ${NEWEST}`)

export const ordersBehind = storeStatement<ShownOrder>(
  'orders behind a cursor',
  `${ofCustomer} AND (created_at, id) < ($4::timestamptz, $5::uuid) ${NEWEST}`,
)

export const orderById = storeStatement<ShownOrder>(
  'order by its id',
  `SELECT ${shownColumns} FROM orders WHERE store_id = $1 AND id = $2`,
)

export const changedOrders = storeStatement<ShownOrder & Pick<Order, 'erasedAt'>>(
  'changed orders',
  `SELECT ${shownColumns}, erased_at AS "erasedAt" FROM orders
   JOIN unnest($2::uuid[], $3::int[]) AS known (order_id, known_version) ON orders.id = known.order_id
   WHERE store_id = $1 AND version <> known_version`,
)
