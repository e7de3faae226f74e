import type { Customer } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { type Connection, newestFirst, type PageArgs } from '../../platform/pagination.ts'
import { type ShownOrder, shownColumns } from './shown-order.ts'

export const MAX_ORDERS = 100

const ofCustomer = `SELECT ${shownColumns} FROM orders WHERE store_id = $1 AND customer_id = $2`
const NEWEST = 'ORDER BY created_at DESC, id DESC LIMIT $3'

const first = storeStatement<ShownOrder>('orders', `${ofCustomer} ${NEWEST}`)
const behind = storeStatement<ShownOrder>(
  'orders behind a cursor',
  `${ofCustomer} AND (created_at, id) < ($4::timestamptz, $5::uuid) ${NEWEST}`,
)

export function listOrders(
  { services, store }: Context,
  customer: Pick<Customer, 'id'>,
  args: PageArgs,
): Promise<Connection<ShownOrder>> {
  return newestFirst.page(args, MAX_ORDERS, (limit, after) =>
    services.db.sql.read(after.length > 0 ? behind : first, store.id, customer.id, limit, ...after),
  )
}
