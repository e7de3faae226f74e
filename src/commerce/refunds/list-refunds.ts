import { defineLoader } from '../../api/graphql/schema/loader.ts'
import type { ShownOrder } from '../orders/shown/shown-order.ts'
import { refundsOfOrders, type ShownRefund } from './refunds.sql.ts'

type OrderAt = Pick<ShownOrder, 'id' | 'version'>

/** Oldest first, without failed or reversed ones. Many orders share one statement; each version loads anew. */
export const refundsShown = defineLoader<OrderAt, ShownRefund[], string>(
  async ({ services, store }, orders) => {
    const orderIds = orders.map(({ id }) => id)
    const refunds = new Map(orderIds.map((id) => [id, [] as ShownRefund[]]))
    for (const refund of await services.db.sql.read(refundsOfOrders, store.id, orderIds))
      refunds.get(refund.orderId)?.push(refund)
    return orderIds.map((id) => refunds.get(id) ?? [])
  },
  ({ id, version }) => `${id} ${version}`,
)
