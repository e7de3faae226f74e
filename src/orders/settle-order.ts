import { lowStockEvents } from '../catalog/low-stock.ts'
import type { Services } from '../gateway/context.ts'
import type { Order, Prisma } from '../generated/prisma/client.ts'
import { emitEvents } from '../webhooks/emit-events.ts'
import { PAID_WHEN_CANCELLED, withReason } from './attention.ts'
import { countDiscountUse } from './discount-use.ts'
import type { OrderWithItems } from './lock-order.ts'
import { type Actor, addOrderEvent } from './order-event.ts'
import { settlePoints } from './order-points.ts'
import { takeStock } from './order-stock.ts'
import { releaseHolds } from './release-holds.ts'
import { orderConfirmed, orderNeedsAttention } from './tell-order.ts'

interface SettledBy {
  actor: Actor
  now: Date
  /** A further note for the owner about the payment. */
  remark?: string | null
}

/**
 * Applies a payment to a locked order: confirms it, deducts stock, counts the discount use, redeems and credits points.
 * An order that is already paid is left as it is. If stock or points are missing, as much as possible is taken and the
 * order is marked for the owner, because the buyer has paid already.
 * @returns the updated order
 */
export async function settleOrder(
  services: Pick<Services, 'jobs' | 'clock'>,
  tx: Prisma.TransactionClient,
  order: OrderWithItems,
  { actor, now, remark = null }: SettledBy,
): Promise<Order> {
  if (order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED') return order
  if (order.status === 'CANCELLED') return settleCancelled(services, tx, order, { actor, now, remark })

  // Lock in the same order as a checkout: stock, discount, customer.
  const { shortOf, moves } = await takeStock(tx, order, now)
  await countDiscountUse(tx, order)
  const missingPoints = await settlePoints(tx, order, now)
  await releaseHolds(tx, order)

  const reasons = [
    shortOf.length > 0 && `Paid when there was not enough in stock of: ${shortOf.join(', ')}.`,
    missingPoints > 0 && `${missingPoints} of ${order.pointsUsed} redeemed points were no longer there.`,
    remark ?? false,
  ].filter((reason) => reason !== false)
  const attention = reasons.join(' ')
  const settled = await tx.order.update({
    where: { storeId_id: { storeId: order.storeId, id: order.id } },
    data: {
      status: 'CONFIRMED',
      paymentStatus: 'PAID',
      checkPaymentAt: null,
      updatedAt: now,
      version: { increment: 1 },
      ...(attention && { needsAttention: withReason(order, attention) }),
    },
  })
  await addOrderEvent(tx, {
    storeId: order.storeId,
    orderId: order.id,
    actor,
    kind: 'paid',
    detail: attention,
    at: now,
  })
  const told = { ...settled, items: order.items }
  await emitEvents(tx, services, order.storeId, ({ lowStockThreshold }) => [
    orderConfirmed(told),
    ...(attention ? [orderNeedsAttention(told, attention)] : []),
    ...lowStockEvents(moves, lowStockThreshold),
  ])
  return settled
}

/** The order was cancelled before the payment arrived, so the owner has to refund it. */
async function settleCancelled(
  services: Pick<Services, 'jobs' | 'clock'>,
  tx: Prisma.TransactionClient,
  order: OrderWithItems,
  { actor, now, remark }: SettledBy,
): Promise<Order> {
  const reason = remark ? `${PAID_WHEN_CANCELLED} ${remark}` : PAID_WHEN_CANCELLED
  const settled = await tx.order.update({
    where: { storeId_id: { storeId: order.storeId, id: order.id } },
    data: {
      paymentStatus: 'PAID',
      needsAttention: withReason(order, reason),
      checkPaymentAt: null,
      updatedAt: now,
      version: { increment: 1 },
    },
  })
  await addOrderEvent(tx, { storeId: order.storeId, orderId: order.id, actor, kind: 'paid', detail: reason, at: now })
  await emitEvents(tx, services, order.storeId, () => [orderNeedsAttention({ ...settled, items: order.items }, reason)])
  return settled
}
