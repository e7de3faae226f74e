import type { Context } from '../../../api/context.ts'
import type { ShownOrder } from '../shown/shown-order.ts'
import { trackOrder } from '../shown/track-order.ts'

/** @throws Problem BAD_USER_INPUT, NOT_FOUND; RATE_LIMITED, UNAVAILABLE when too many follow orders */
export async function followOrder(context: Context, input: unknown): Promise<AsyncIterable<ShownOrder>> {
  const order = await trackOrder(context, input)
  const { services, store, ip } = context
  return services.orderWatch.follow(order, { storeId: store.id, ip })
}
