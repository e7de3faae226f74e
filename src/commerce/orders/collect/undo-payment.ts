import { actorOf } from '../../../api/admission/caller.ts'
import type { OwnerContext } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import { inOrderTransaction } from '../order-transaction.ts'
import { orderPaymentUndone } from '../order-webhook-events.ts'
import { lockForOwner, type OrderChoice } from '../owner-change.ts'
import { canBeUndone, takeBack, withoutPayment } from './take-back.ts'

/**
 * Takes back that the owner recorded a payment. The order stays confirmed, and the amount is due again.
 * @throws Problem NOT_FOUND; CONFLICT when the payment was not recorded by the owner, was undone before, is more than 24
 * hours old, money of the order was given back, or the version is outdated
 */
export async function undoRecordedPayment(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { paymentId, ...choice }: OrderChoice & { paymentId: string },
): Promise<void> {
  const storeId = store.id
  await inOrderTransaction(services, storeId, async (tx) => {
    const order = await lockForOwner(tx, storeId, choice)
    const payment = isUuid(paymentId)
      ? await tx.payment.findFirst({ where: { storeId, orderId: order.id, id: paymentId } })
      : null
    if (!payment) throw new Problem('NOT_FOUND', 'Payment not found', { reason: 'PAYMENT_NOT_FOUND' })
    if (payment.provider !== 'MANUAL') {
      throw new Problem('CONFLICT', 'The payment provider reported this payment: refund it instead.', {
        reason: 'NOT_RECORDED',
      })
    }
    if (payment.undoneAt) throw new Problem('CONFLICT', 'The payment was already undone.', { reason: 'PAYMENT_UNDONE' })
    const now = services.clock()
    if (!canBeUndone(payment.createdAt, now)) {
      throw new Problem('CONFLICT', 'A payment can be undone for 24 hours. Record what you give back as a refund.', {
        reason: 'TOO_LATE',
      })
    }
    const actor = actorOf(caller)
    const left = await takeBack(tx, order, payment, { actor, now })
    const stored = await tx.order.update({
      where: { storeId_id: { storeId, id: order.id } },
      data: { ...withoutPayment(left), updatedAt: now, version: { increment: 1 } },
    })
    const current = { ...stored, items: order.items }
    await emitEvents(tx, services, storeId, () => [orderPaymentUndone(current, payment, actor)])
  })
}
