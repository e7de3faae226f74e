import type { Context } from '../../api/context.ts'
import type { Order, Refund } from '../../generated/prisma/client.ts'
import { isDatabaseBusy } from '../../platform/database/errors/database-busy.ts'
import { Problem } from '../../platform/problem.ts'
import { getViewer } from '../customers/account/find-viewer.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { orderNotFound, orderNumberOf } from '../orders/order-number.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { getShownOrder } from '../orders/shown/get-shown-order.ts'
import { type ShownOrder, shownOrder } from '../orders/shown/shown-order.ts'
import { alertOf, moveOrder, owesRefund } from '../orders/status/change-status.ts'
import { recordRefund } from './record-refund.ts'
import { sendRefund } from './send-refund.ts'

const REASON = 'Cancelled by the buyer'

/**
 * For the customer: an unpaid order before shipping, or a paid one that is also within the store's time. Its refund is recorded
 * with the cancellation; the provider is asked afterwards.
 * @throws Problem UNAUTHENTICATED, NOT_FOUND; CONFLICT when it can no longer be cancelled, or is being refunded
 */
export async function cancelOrder(context: Context, { orderNo }: { orderNo: string }): Promise<ShownOrder> {
  const { services, store } = context
  const customer = await getViewer(context, 'Login required')
  const id = await getTheirOrder(context, customer.id, orderNumberOf(orderNo))
  const { order, refund, cancelled } = await inOrderTransaction(services, store.id, async (tx) => {
    const order = await lockOrder(tx, store.id, { id })
    if (order?.customerId !== customer.id) throw orderNotFound()
    const now = services.clock()
    const refused = cancelProblem(order, { now, minutes: store.cancellableMinutes })
    if (refused) throw new Problem('CONFLICT', refused, { reason: 'WRONG_STATUS' })
    const wish = { amount: null, restock: false, reason: REASON, actor: 'buyer', idempotencyKey: null } as const
    const isByHand = order.paymentMethod !== null
    const refund: Refund | null = owesRefund(order) && !isByHand ? await recordRefund(tx, order, wish, now) : null
    // Only the owner can return what came without the provider.
    const alert = isByHand ? alertOf(order, 'CANCELLED') : null
    const moved = await moveOrder(services, tx, order, { to: 'CANCELLED', actor: 'buyer', alert })
    return { order: moved, refund, cancelled: shownOrder(moved, order.items) }
  })
  if (!refund) return cancelled
  services.metrics.counts.refunds.requested += 1
  try {
    await sendRefund(services, order, refund, { actor: 'provider', alertsOwner: true })
    return await getShownOrder(context, id)
  } catch (err) {
    // It is cancelled anyway, and reconciliation continues the refund.
    const level = isDatabaseBusy(err) ? 'warn' : 'error'
    context.log[level](
      { err, orderNo: order.orderNo },
      'An order was cancelled, but the outcome of its refund is not known',
    )
    return cancelled
  }
}

/** Before anything waits, so that nobody blocks another's order. @throws Problem NOT_FOUND */
async function getTheirOrder({ services, store }: Context, customerId: string, orderNo: string): Promise<string> {
  const found = await services.db.prisma.order.findFirst({
    where: { storeId: store.id, orderNo, customerId },
    select: { id: true },
  })
  if (!found) throw orderNotFound()
  return found.id
}

type Cancellable = Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'createdAt'>

/** For the customer; null when they can. */
export function cancelProblem(order: Cancellable, { now, minutes }: { now: Date; minutes: number }): string | null {
  const { status, paymentStatus, paymentMethod } = order
  if (status === 'PENDING') return null
  if (status === 'CANCELLED') return 'The order is already cancelled.'
  if (status !== 'CONFIRMED') return `The order is ${status.toLowerCase()}: it can no longer be cancelled.`
  if (paymentMethod !== null && paymentStatus === 'PENDING') return null
  if (minutes === 0) return 'The order is paid: please ask the store to cancel it.'
  return now.getTime() <= lastMoment(order, minutes)
    ? null
    : 'The order can no longer be cancelled: please ask the store.'
}

const lastMoment = ({ createdAt }: Cancellable, minutes: number): number => createdAt.getTime() + minutes * 60_000

/** For the customer, as long as it is not shipped; null where no time counts. */
export function cancellableUntil(order: Cancellable, minutes: number): Date | null {
  const { status, paymentStatus, paymentMethod } = order
  const isOpen = status !== 'CONFIRMED' || (paymentMethod !== null && paymentStatus === 'PENDING')
  return isOpen || minutes === 0 ? null : new Date(lastMoment(order, minutes))
}
