import type { Services } from '../../api/context.ts'
import type { Prisma, Refund } from '../../generated/prisma/client.ts'
import { moneyInWords } from '../../platform/money.ts'
import { queueOrderMails } from '../mails/queue-order-mails.ts'
import { withoutResolved } from '../orders/attention/alerts.ts'
import { returnDiscountUse } from '../orders/holds/holds.sql.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import type { Actor } from '../orders/order-event.ts'
import { orderRefunded } from '../orders/order-webhook-events.ts'
import { addOrderEvent } from '../orders/orders.sql.ts'
import { returnPoints } from '../orders/settle/order-points.ts'
import { returnStock } from '../orders/settle/order-stock.ts'
import { emitEvents } from '../webhooks/emit-events.ts'

export interface Booking {
  services: Pick<Services, 'clock' | 'jobs'>
  tx: Prisma.TransactionClient
  order: OrderWithItems
  refund: Refund
  actor: Actor
  now: Date
}

export interface Returned {
  amount: bigint
  currency: string
  /** What of it counts towards the price. */
  ofPrice: bigint
  /** Whether nothing of the price is left. */
  isWhole: boolean
  /** Alerts that it resolves. */
  resolved: Omit<Parameters<typeof withoutResolved>[1], 'isWhole' | 'found'>
}

/**
 * Applies a refund that is made to its order: stock, points, discount use, history, webhook events and mails. Locks as a
 * checkout does: stock, customer, discount.
 */
export async function bookRefund(
  { services, tx, order, refund, actor, now }: Booking,
  { amount, currency, ofPrice, isWhole, resolved }: Returned,
): Promise<void> {
  const { storeId, id: orderId } = order
  if (refund.restock) await returnStock(tx, order, now)
  const refundedAmount = order.refundedAmount + ofPrice
  if (ofPrice > 0n || isWhole) {
    await returnPoints(tx, order, { back: isWhole ? 'all' : refundedAmount, part: refund.number, now })
  }
  if (isWhole) await returnDiscountUse(tx, order, now)
  const detail = withReason(moneyInWords({ amount, currency }), refund.reason)
  await addOrderEvent(tx, { storeId, orderId, actor, kind: 'refunded', detail, at: now })
  const updated = await tx.order.update({
    where: { storeId_id: { storeId, id: orderId } },
    data: {
      refundedAmount,
      ...(isWhole && { paymentStatus: 'REFUNDED' }),
      ...withoutResolved(order, { isWhole, found: refund, ...resolved }),
      updatedAt: now,
      version: { increment: 1 },
    },
  })
  const current = { ...updated, items: order.items }
  const settings = await emitEvents(tx, services, storeId, () => [orderRefunded(current, { amount, currency, actor })])
  const extent = isWhole ? 'all' : ofPrice > 0n ? 'part' : 'extra'
  await queueOrderMails(tx, services, order, settings, ['ORDER_REFUNDED'], { refundId: refund.id, extent })
}

export const withReason = (what: string, reason: string): string => (reason === '' ? what : `${what}: ${reason}`)
