import type { Context } from '../../api/context.ts'
import type { ShownOrder } from '../orders/shown/shown-order.ts'
import { owesRefund } from '../orders/status/change-status.ts'
import { cancelProblem } from './cancel-order.ts'
import { refundsShown } from './list-refunds.ts'

/** Whether `cancelOrder` would do it for this visitor now. */
export async function canCancel(order: ShownOrder, _: unknown, context: Context): Promise<boolean> {
  const { store, services } = context
  if ((await context.viewer())?.id !== order.customerId || order.customerId === null) return false
  if (cancelProblem(order, { now: services.clock(), minutes: store.cancellableMinutes }) !== null) return false
  if (!owesRefund(order) || order.paymentMethod !== null) return true
  // One refund at a time.
  const refunds = await refundsShown(context).load(order)
  return refunds.every(({ status }) => status !== 'PENDING')
}
