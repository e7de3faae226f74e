import { defineLoader } from '../gateway/loader.ts'
import type { Refund } from '../generated/prisma/client.ts'
import type { ShownOrder } from '../orders/shown-order.ts'
import { columnsOf, storeStatement } from '../platform/database/store-statement.ts'

const shown = ['orderId', 'amount', 'currency', 'status', 'createdAt', 'settledAt'] as const satisfies (keyof Refund)[]

/** What shoppers see of a refund. */
export type ShownRefund = Pick<Refund, (typeof shown)[number]>

const ofOrders = storeStatement<ShownRefund>(
  'refunds of orders',
  `SELECT ${columnsOf(shown)} FROM refunds
   WHERE store_id = $1 AND order_id = ANY ($2::uuid[]) AND (status = 'PENDING' OR status = 'PROCESSED' AND failure IS NULL)
   ORDER BY order_id, number`,
)

type OrderAt = Pick<ShownOrder, 'id' | 'version'>

/**
 * The refunds of an order that have not failed, nor were taken back by the provider, the first first. Many orders share
 * one statement. Who follows an order asks again for each version of it.
 */
export const refundsShown = defineLoader<OrderAt, ShownRefund[], string>(
  async ({ services, store }, orders) => {
    const orderIds = orders.map(({ id }) => id)
    const refunds = new Map(orderIds.map((id) => [id, [] as ShownRefund[]]))
    for (const refund of await services.db.sql.read(ofOrders, store.id, orderIds))
      refunds.get(refund.orderId)?.push(refund)
    return orderIds.map((id) => refunds.get(id) ?? [])
  },
  ({ id, version }) => `${id} ${version}`,
)
