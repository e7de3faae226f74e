import type { Services } from '../../../api/context.ts'
import type { Order } from '../../../generated/prisma/client.ts'
import type { SqlTransaction } from '../../../platform/database/sql.ts'
import { namesOf } from '../../../platform/database/statements.ts'
import { takenFromCart } from '../../carts/take-bought.ts'
import { lowStockEvents } from '../../catalog/stock/low-stock.ts'
import { countedSales } from '../../catalog/stock/stock.sql.ts'
import { queueOrderMails } from '../../mails/queue-order-mails.ts'
import { toCollect } from '../../payments/methods/order-payment.ts'
import { enqueueEvents } from '../../webhooks/emit-events.ts'
import type { Listening } from '../../webhooks/webhooks.sql.ts'
import type { Alert } from '../attention/alert.ts'
import { alertsInWords } from '../attention/alert-words.ts'
import { withAlerts } from '../attention/alerts.ts'
import { countedDiscountUse, releasedHolds, strikesForgiven } from '../holds/holds.sql.ts'
import type { OrderWithItems } from '../lock-order.ts'
import { type Actor, isOwner } from '../order-event.ts'
import { orderConfirmed, orderNeedsAttention, orderPaid } from '../order-webhook-events.ts'
import { settlePoints } from './order-points.ts'
import { takeStock } from './order-stock.ts'
import { type SettlingNeeds, writeSettled } from './settle-order.sql.ts'

interface SettledBy {
  actor: Actor
  now: Date
  /** Whether it is paid; otherwise it is confirmed now and paid later, on delivery or by hand. */
  isPaid?: boolean
  /** For the order's history. */
  note?: string
  /** A further alert about the payment. */
  remark?: Alert | null
  /** When to ask whether it was captured; null when known. */
  checkPaymentAt?: Date | null
}

/**
 * Applies a payment to a locked order, with stock, discount use, points and cart. A paid order stays as it is. Missing
 * stock or points are taken as far as possible, a code is used beyond its limits, and the owner is alerted, since the
 * buyer has paid. Ends the transaction unless there was nothing to do.
 * @returns the updated order
 */
export async function settleOrder(
  services: Pick<Services, 'jobs' | 'clock'>,
  tx: SqlTransaction,
  order: OrderWithItems,
  { stock, isCodeUsedUp, listeners }: SettlingNeeds,
  { actor, now, isPaid = true, note = '', remark = null, checkPaymentAt = null }: SettledBy,
): Promise<Order> {
  if (order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED') return order
  if (order.status === 'CANCELLED') return settleCancelled(services, tx, order, listeners, { actor, now, remark })

  // Locks as a checkout does: stock, customer, discount, then sales; the cart before the discount, whose row is
  // contended.
  const { shortOf, moves, writes } = takeStock(stock, order, now)
  const missingPoints = await settlePoints(tx, isPaid ? order : { ...order, pointsEarned: 0 }, now)
  // With a payment method of the store's, they left the cart when the order was placed.
  const taken = order.paymentMethod === null ? await takenFromCart(tx, order, now) : []

  const alerts: Alert[] = [
    ...(shortOf.length > 0 ? [{ kind: 'out_of_stock' as const, products: shortOf }] : []),
    ...(missingPoints > 0 ? [{ kind: 'points_missing' as const, missing: missingPoints, used: order.pointsUsed }] : []),
    ...(isCodeUsedUp ? [{ kind: 'code_used_up' as const, code: order.discountCode ?? '' }] : []),
    ...(remark ? [remark] : []),
  ]
  const attention = alertsInWords(alerts)
  const settled: Order = {
    ...order,
    status: 'CONFIRMED',
    ...paid(order, now),
    ...(!isPaid && { paymentStatus: order.paymentStatus }),
    checkPaymentAt,
    ...(alerts.length > 0 && withAlerts(order, ...alerts)),
  }
  const current = { ...settled, items: order.items }
  const settings = await enqueueEvents(tx, services, order.storeId, listeners, ({ lowStockThreshold }) => [
    orderConfirmed(current),
    ...(isPaid && order.paymentMethod !== null ? [orderPaid(current)] : []),
    ...(attention ? [orderNeedsAttention(current, attention)] : []),
    ...lowStockEvents(moves, lowStockThreshold),
  ])
  await queueOrderMails(tx, services, order, settings, [
    'ORDER_CONFIRMED',
    // Owners know the orders that they confirm.
    ...(isOwner(actor) ? [] : (['NEW_ORDER'] as const)),
    ...(attention ? (['NEEDS_ATTENTION'] as const) : []),
  ])
  const use = countedDiscountUse(order, now, isCodeUsedUp)
  const sales = order.items.map(({ productId, qty }) => ({ productId, units: qty }))
  await writeSettled(
    tx,
    settled,
    {
      contended: [...use, countedSales(order.storeId, sales, namesOf(use))],
      others: [
        // The buyer's next checkout locks the discount before it takes over holds.
        ...releasedHolds(order, null, ...namesOf(use)),
        ...writes,
        ...taken,
        ...(isPaid ? strikesForgiven(order, now) : []),
      ],
    },
    {
      actor,
      kind: isPaid ? 'paid' : 'confirmed',
      detail: [note, isPaid ? '' : toCollect(settled), attention].filter(Boolean).join('. '),
    },
  )
  return settled
}

/** Cancelled before the payment arrived, so the owner has to refund it. */
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
  await writeSettled(tx, settled, {}, { actor, kind: 'paid', detail: reason })
  return settled
}

const paid = (order: Order, now: Date) =>
  ({ paymentStatus: 'PAID', checkPaymentAt: null, updatedAt: now, version: order.version + 1 }) as const
