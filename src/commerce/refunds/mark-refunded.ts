import { actorOf } from '../../api/admission/caller.ts'
import type { OwnerContext } from '../../api/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import { newUuid } from '../../platform/uuid.ts'
import { queueOrderMails } from '../mails/queue-order-mails.ts'
import { isLost } from '../orders/attention/alert.ts'
import { withoutResolved } from '../orders/attention/alerts.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { orderRefunded } from '../orders/order-webhook-events.ts'
import { addOrderEvent } from '../orders/orders.sql.ts'
import { lockForOwner, type OrderChoice, parseOwnerNote } from '../orders/owner-change.ts'
import { returnPoints } from '../orders/settle/order-points.ts'
import { emitEvents } from '../webhooks/emit-events.ts'
import { nextNumber, paymentsOfOrder, refundsOfOrder, refuseUnderWay } from './record-refund.ts'
import { leftOfPrice, paidOf, refundProblem } from './refundable.ts'

/**
 * Records that the owner has returned what was left, and ends a refund that the provider lost. Returns and removes
 * points; moves no money, and returns stock only of cancelled orders.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT when there is nothing to refund, a refund is in progress or the
 * version is outdated
 */
export async function markRefunded(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  input: OrderChoice & { note?: string | null | undefined },
): Promise<Order> {
  const detail = parseOwnerNote(input)
  const marked = await inOrderTransaction(services, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, input)
    const refused = refundProblem(order)
    if (refused) throw new Problem('CONFLICT', refused, { reason: 'WRONG_STATUS' })
    const at = services.clock()
    const refunds = await refundsOfOrder(tx, order)
    refuseUnderWay(refunds.filter((refund) => !isLost(refund)))
    await tx.refund.updateMany({
      where: { storeId: store.id, orderId: order.id, status: 'PENDING' },
      data: { status: 'FAILED', settledAt: at, checkAt: null },
    })
    const number = nextNumber(refunds)
    await returnPoints(tx, order, { back: 'all', part: number, now: at })
    const { total, refundedAmount, currency } = order
    const paid = paidOf(order, await paymentsOfOrder(tx, order))
    const amount = paid ? leftOfPrice(order, paid) : total - refundedAmount
    const actor = actorOf(caller)
    const refundId = newUuid(at.getTime())
    // Nothing is left when the provider corrected the payment to what was refunded.
    if (amount > 0n) {
      await tx.refund.create({
        data: {
          storeId: store.id,
          id: refundId,
          orderId: order.id,
          number,
          status: 'PROCESSED',
          amount,
          ofPrice: amount,
          currency,
          reason: detail,
          actor,
          createdAt: at,
          settledAt: at,
        },
      })
    }
    await addOrderEvent(tx, { storeId: store.id, orderId: order.id, actor, kind: 'refunded', detail, at })
    const marked = await tx.order.update({
      where: { storeId_id: { storeId: store.id, id: order.id } },
      data: {
        paymentStatus: 'REFUNDED',
        refundedAmount: refundedAmount + amount,
        ...withoutResolved(order, { isWhole: true }),
        updatedAt: at,
        version: { increment: 1 },
      },
    })
    if (amount > 0n) {
      const current = { ...marked, items: order.items }
      const settings = await emitEvents(tx, services, store.id, () => [
        orderRefunded(current, { amount, currency, actor }),
      ])
      await queueOrderMails(tx, services, order, settings, ['ORDER_REFUNDED'], { refundId, extent: 'all' })
    }
    return marked
  })
  services.metrics.counts.refunds.marked += 1
  return marked
}
