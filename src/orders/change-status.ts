import { countedSales } from '../catalog/search/count-sales.ts'
import type { Context } from '../gateway/context.ts'
import type { Order, Prisma } from '../generated/prisma/client.ts'
import { Problem } from '../platform/problem.ts'
import { emitEvents } from '../webhooks/emit-events.ts'
import { CANCELLED_WHEN_PAID, withReason } from './attention.ts'
import { returnDiscountUse } from './discount-use.ts'
import { lockForOwner } from './lock-for-owner.ts'
import type { OrderWithItems } from './lock-order.ts'
import { type Actor, addOrderEvent, type OrderEventKind } from './order-event.ts'
import { returnPoints } from './order-points.ts'
import { moveProblem } from './order-status.ts'
import { returnStock } from './order-stock.ts'
import { inOrderTransaction } from './order-transaction.ts'
import { releaseHolds } from './release-holds.ts'
import type { OrderStatus } from './statuses.ts'
import { orderMoved, orderNeedsAttention } from './tell-order.ts'

/**
 * Changes an order's status for the owner, with all effects on stock, discount, points and webhooks.
 * @param version the version that the owner saw; null accepts any
 * @throws Problem NOT_FOUND; CONFLICT when the status change is not allowed or the version is outdated
 */
export function changeOrderStatus(
  { services, store }: Pick<Context, 'services' | 'store'>,
  orderNo: string,
  to: OrderStatus,
  actor: Actor,
  version?: number | null,
): Promise<Order> {
  return inOrderTransaction(services.prisma, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, { orderNo, version })
    const refused = moveProblem(order, to)
    if (refused) throw new Problem('CONFLICT', refused)
    const now = services.clock()
    if (to === 'CANCELLED') await undo(tx, order, now)
    await addOrderEvent(tx, { storeId: store.id, orderId: order.id, actor, kind: eventOf(to), at: now })
    const attention = to === 'CANCELLED' && owesRefund(order) ? CANCELLED_WHEN_PAID : null
    const moved = await tx.order.update({
      where: { storeId_id: { storeId: store.id, id: order.id } },
      data: {
        status: to,
        updatedAt: now,
        version: { increment: 1 },
        ...(attention && { needsAttention: withReason(order, attention) }),
      },
    })
    const told = { ...moved, items: order.items }
    await emitEvents(tx, services, store.id, () => [
      orderMoved(told, order.status, actor),
      ...(attention ? [orderNeedsAttention(told, attention)] : []),
    ])
    return moved
  })
}

const owesRefund = ({ paymentStatus, total }: Order): boolean => paymentStatus === 'PAID' && total > 0n

/**
 * Returns what the order holds or has used. Rows are locked in the same order as in a checkout: stock, customer,
 * discount.
 */
async function undo(tx: Prisma.TransactionClient, order: OrderWithItems, now: Date): Promise<void> {
  if (order.status === 'CONFIRMED') {
    await returnStock(tx, order, now)
    await returnPoints(tx, order, { back: 'all', part: 0, now })
    await returnDiscountUse(tx, order)
    const sales = order.items.map(({ productId, qty }) => ({ productId, units: -qty }))
    await tx.$executeRaw(countedSales(order.storeId, sales))
  }
  await releaseHolds(tx, order)
}

const eventOf = (status: OrderStatus) => status.toLowerCase() as OrderEventKind
