import type { Context } from '../../../api/context.ts'
import { orderNotFound } from '../order-number.ts'
import type { ShownOrder } from './shown-order.ts'
import { orderById } from './shown-orders.sql.ts'

/** For its buyer. @throws Problem NOT_FOUND */
export async function getShownOrder({ services, store }: Context, id: string): Promise<ShownOrder> {
  const [order] = await services.db.sql.read(orderById, store.id, id)
  if (!order) throw orderNotFound()
  return order
}
