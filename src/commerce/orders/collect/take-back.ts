import type { Order, Payment, Prisma } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import { DAY_MS } from '../../../platform/time.ts'
import { withoutResolved } from '../attention/alerts.ts'
import type { Actor } from '../order-event.ts'
import { addOrderEvent } from '../orders.sql.ts'
import { takeEarned } from '../settle/order-points.ts'
import { paymentInWords } from './take-payment.ts'

/** Whether the owner can still take back what happened then. */
export const canBeUndone = (at: Date, now: Date): boolean => now.getTime() - at.getTime() <= DAY_MS

/**
 * Makes a recorded payment of a locked order count no more: with its points, and in its history.
 * @returns the order without it, not yet stored @throws Problem CONFLICT when money of the order was given back
 */
export async function takeBack<Row extends Order>(
  tx: Prisma.TransactionClient,
  order: Row,
  payment: Payment,
  { actor, now }: { actor: Actor; now: Date },
): Promise<Row> {
  const { storeId, id: orderId, status, paymentStatus } = order
  if (order.refundedAmount > 0n || paymentStatus === 'REFUNDED') {
    throw new Problem('CONFLICT', 'Money of this order was given back: its payments can no longer be undone.', {
      reason: 'MONEY_GIVEN_BACK',
    })
  }
  await tx.payment.update({ where: { storeId_id: { storeId, id: payment.id } }, data: { undoneAt: now } })
  // A cancelled order has lost its points before.
  if (paymentStatus === 'PAID' && status !== 'CANCELLED') await takeEarned(tx, order, now)
  const collectedAmount = order.collectedAmount - payment.amount
  const left: Row = {
    ...order,
    collectedAmount,
    paymentStatus: 'PENDING',
    // Of a cancelled order, nothing is left that could be given back.
    ...(collectedAmount === 0n && withoutResolved(order, { isWhole: true })),
  }
  const detail = paymentInWords(left, payment)
  await addOrderEvent(tx, { storeId, orderId, actor, kind: 'payment_undone', detail, at: now })
  return left
}

/** The columns that `takeBack` changes. */
export const withoutPayment = ({ collectedAmount, paymentStatus, alerts, needsAttention }: Order) => ({
  ...{ collectedAmount, paymentStatus, needsAttention },
  // As it was read from the column.
  alerts: alerts as Prisma.InputJsonArray,
})
