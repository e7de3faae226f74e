import { takenFromCart } from '../../carts/take-bought.ts'
import { lowStockEvents } from '../../catalog/stock/low-stock.ts'
import { countedSales } from '../../catalog/stock/stock.sql.ts'
import type { Order } from '../../generated/prisma/client.ts'
import type { Services } from '../../graphql/context.ts'
import { queueOrderMails } from '../../mails/queue-order-mails.ts'
import type { SqlTransaction } from '../../platform/database/sql.ts'
import { namesOf } from '../../platform/database/statements.ts'
import { enqueueEvents } from '../../webhooks/emit-events.ts'
import type { Listening } from '../../webhooks/webhooks.sql.ts'
import type { Alert } from '../attention/alert.ts'
import { alertsInWords } from '../attention/alert-words.ts'
import { withAlerts } from '../attention/alerts.ts'
import { countedDiscountUse, releasedHolds, strikesForgiven } from '../holds/holds.sql.ts'
import type { OrderWithItems } from '../lock-order.ts'
import type { Actor } from '../order-event.ts'
import { orderConfirmed, orderNeedsAttention } from '../order-webhook-events.ts'
import { settlePoints } from './order-points.ts'
import { takeStock } from './order-stock.ts'
import { type SettlingNeeds, writeSettled } from './settle-order.sql.ts'

interface SettledBy {
  actor: Actor
  now: Date
  /** A further alert about the payment. */
  remark?: Alert | null
  /** When to ask the provider whether the payment was captured; null when that is known. */
  checkPaymentAt?: Date | null
}

/**
 * Applies a payment to a locked order: confirms it, deducts stock, counts the discount use, redeems and credits points, and takes
 * what was bought out of the cart that it was made of.
 * An order that is already paid is left as it is. If stock or points are missing, as much as possible is taken and the
 * order is marked for the owner, because the buyer has paid already.
 * It ends the transaction, unless there was nothing to do.
 * @returns the updated order
 */
export async function settleOrder(
  services: Pick<Services, 'jobs' | 'clock'>,
  tx: SqlTransaction,
  order: OrderWithItems,
  { stock, listeners }: SettlingNeeds,
  { actor, now, remark = null, checkPaymentAt = null }: SettledBy,
): Promise<Order> {
  if (order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED') return order
  if (order.status === 'CANCELLED') return settleCancelled(services, tx, order, listeners, { actor, now, remark })

  // Lock in the same order as a checkout: stock, customer, discount, and then the counts of sales. The cart is locked
  // before the discount's row, for which other orders wait.
  const { shortOf, moves, writes } = takeStock(stock, order, now)
  const missingPoints = await settlePoints(tx, order, now)
  const taken = await takenFromCart(tx, order, now)

  const alerts: Alert[] = [
    ...(shortOf.length > 0 ? [{ kind: 'out_of_stock' as const, products: shortOf }] : []),
    ...(missingPoints > 0 ? [{ kind: 'points_missing' as const, missing: missingPoints, used: order.pointsUsed }] : []),
    ...(remark ? [remark] : []),
  ]
  const attention = alertsInWords(alerts)
  const settled: Order = {
    ...order,
    status: 'CONFIRMED',
    ...paid(order, now),
    checkPaymentAt,
    ...(alerts.length > 0 && withAlerts(order, ...alerts)),
  }
  const current = { ...settled, items: order.items }
  const settings = await enqueueEvents(tx, services, order.storeId, listeners, ({ lowStockThreshold }) => [
    orderConfirmed(current),
    ...(attention ? [orderNeedsAttention(current, attention)] : []),
    ...lowStockEvents(moves, lowStockThreshold),
  ])
  const call = attention ? (['NEEDS_ATTENTION'] as const) : []
  await queueOrderMails(tx, services, order, settings, ['ORDER_CONFIRMED', 'NEW_ORDER', ...call])
  // A use that counts for good is none of the holds that are released.
  const use = countedDiscountUse(order, now)
  const sales = order.items.map(({ productId, qty }) => ({ productId, units: qty }))
  // The rows for which other orders wait stand first, because PostgreSQL then writes them last.
  await writeSettled(
    tx,
    settled,
    [
      ...use,
      countedSales(order.storeId, sales, namesOf(use)),
      // The buyer's next checkout has locked the discount before it takes the holds over.
      ...releasedHolds(order, null, ...namesOf(use)),
      ...writes,
      ...taken,
      ...strikesForgiven(order, now),
    ],
    { actor, detail: attention },
  )
  return settled
}

/** The order was cancelled before the payment arrived, so the owner has to refund it. */
async function settleCancelled(
  services: Pick<Services, 'jobs' | 'clock'>,
  tx: SqlTransaction,
  order: OrderWithItems,
  listeners: readonly Listening[],
  { actor, now, remark }: SettledBy,
): Promise<Order> {
  const alerts: Alert[] = [{ kind: 'paid_when_cancelled' }, ...(remark ? [remark] : [])]
  const reason = alertsInWords(alerts)
  const settled: Order = { ...order, ...paid(order, now), ...withAlerts(order, ...alerts) }
  const current = { ...settled, items: order.items }
  const settings = await enqueueEvents(tx, services, order.storeId, listeners, () => [
    orderNeedsAttention(current, reason),
  ])
  await queueOrderMails(tx, services, order, settings, ['NEEDS_ATTENTION'])
  await writeSettled(tx, settled, [], { actor, detail: reason })
  return settled
}

const paid = (order: Order, now: Date) =>
  ({ paymentStatus: 'PAID', checkPaymentAt: null, updatedAt: now, version: order.version + 1 }) as const
