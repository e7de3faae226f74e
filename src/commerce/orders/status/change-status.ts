import type { Context, Services } from '../../../api/context.ts'
import type { Order, Prisma } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import { countSales } from '../../catalog/stock/stock.sql.ts'
import { isPickup } from '../../delivery/order-delivery.ts'
import type { MailName } from '../../mails/mail-name.ts'
import { queueOrderMails } from '../../mails/queue-order-mails.ts'
import { dueOf, isPartlyPaid, paymentOf } from '../../payments/methods/order-payment.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import type { Alert } from '../attention/alert.ts'
import { alertInWords } from '../attention/alert-words.ts'
import { withAlerts } from '../attention/alerts.ts'
import { afterPayment, takePayment } from '../collect/take-payment.ts'
import { countRefusal } from '../holds/cash-orders.sql.ts'
import { releaseHolds, returnDiscountUse } from '../holds/holds.sql.ts'
import type { OrderWithItems } from '../lock-order.ts'
import type { Actor, OrderEventKind } from '../order-event.ts'
import { inOrderTransaction } from '../order-transaction.ts'
import { orderMoved, orderNeedsAttention, orderPaid } from '../order-webhook-events.ts'
import { addOrderEvent } from '../orders.sql.ts'
import { lockForOwner } from '../owner-change.ts'
import { returnPoints } from '../settle/order-points.ts'
import { returnStock } from '../settle/order-stock.ts'
import { correctShipment } from './correct-shipment.ts'
import type { OrderStatus } from './order-status.ts'
import { moveProblem } from './order-status.ts'
import { parseShipment, type Shipment, type ShipmentInput, shipmentInWords } from './shipment.ts'

export interface StatusChange {
  /** As the owner saw it; null accepts any. */
  version?: number | null | undefined
  shipment?: ShipmentInput
  /** Whether the units of an order that was refused at the door go back into stock. */
  restock?: boolean | null | undefined
  /** With DELIVERED: whether what was due has been paid; by default as the order's payment method says. */
  paymentReceived?: boolean | null | undefined
}

/**
 * With all effects on stock, discount, points and webhooks. SHIPPED with a shipment also corrects a shipped order.
 * @throws Problem NOT_FOUND, BAD_USER_INPUT; CONFLICT when the change is not allowed or the version is outdated
 */
export async function changeOrderStatus(
  { services, store }: Pick<Context, 'services' | 'store'>,
  orderNo: string,
  to: OrderStatus,
  actor: Actor,
  { version, shipment: given = {}, restock, paymentReceived }: StatusChange = {},
): Promise<Order> {
  const shipment = parseShipment(given, to)
  const { moved, isPaid } = await inOrderTransaction(services, store.id, async (tx) => {
    const order = await lockForOwner(tx, store.id, { orderNo, version })
    if (order.status === 'SHIPPED' && to === 'SHIPPED' && Object.keys(shipment).length > 0) {
      const corrected = await correctShipment(tx, order, { actor, shipment, now: services.clock() })
      return { moved: corrected, isPaid: false }
    }
    const refused = moveProblem(order, to)
    if (refused) throw new Problem('CONFLICT', refused, { reason: 'WRONG_STATUS' })
    if (order.status === 'CONFIRMED' && to !== 'CANCELLED') await refuseRefunding(tx, order)
    const how = { shipment, restock: restock ?? false, paymentReceived, alert: alertOf(order, to) }
    const moved = await moveOrder(services, tx, order, { to, actor, ...how })
    return { moved, isPaid: moved.paymentStatus !== order.paymentStatus }
  })
  if (isPaid) services.metrics.counts.ordersSettled.owner += 1
  return moved
}

export const alertOf = (order: Order, to: OrderStatus): Alert | null =>
  to === 'CANCELLED' && (owesRefund(order) || isPartlyPaid(order)) ? { kind: 'cancelled_when_paid' } : null

interface Move {
  to: OrderStatus
  actor: Actor
  shipment?: Partial<Shipment>
  /** For an order that was refused at the door. */
  restock?: boolean
  /** With DELIVERED; by default as the order's payment method says. */
  paymentReceived?: boolean | null | undefined
  /** For the order's history. */
  note?: string
  alert: Alert | null
}

export async function moveOrder(
  services: Pick<Services, 'clock' | 'jobs' | 'keyedHash'>,
  tx: Prisma.TransactionClient,
  order: OrderWithItems,
  { to, actor, shipment = {}, restock = false, paymentReceived, note = '', alert }: Move,
): Promise<Order> {
  const { storeId, id: orderId } = order
  const now = services.clock()
  const isRefused = order.status === 'SHIPPED' && to === 'CANCELLED'
  if (to === 'CANCELLED') await undo(tx, order, { actor, now, restock: !isRefused || restock })
  if (isRefused) await countRefusal(tx, services.keyedHash, { storeId, phone: order.buyerPhone })
  const isReady = to === 'SHIPPED' && order.readyAt === null && isPickup(order)
  const what = isRefused ? 'Refused at the door' : shipmentInWords(shipment)
  const detail = [what, note].filter(Boolean).join('. ')
  await addOrderEvent(tx, { storeId, orderId, actor, kind: eventOf(to), detail, at: now })
  const paid = to === 'DELIVERED' ? await paidOnDelivery(tx, order, { actor, now, paymentReceived }) : null
  const moved = await tx.order.update({
    where: { storeId_id: { storeId, id: orderId } },
    data: {
      status: to,
      ...(isRefused && { refusedAt: now }),
      ...(isReady && { readyAt: now }),
      ...(paid && { paymentStatus: paid.paymentStatus, collectedAmount: paid.collectedAmount }),
      ...shipment,
      updatedAt: now,
      version: { increment: 1 },
      ...(alert && withAlerts(order, alert)),
    },
  })
  const current = { ...moved, items: order.items }
  const settings = await emitEvents(tx, services, storeId, () => [
    orderMoved(current, order.status, actor),
    ...(paid ? [orderPaid(current)] : []),
    ...(alert ? [orderNeedsAttention(current, alertInWords(alert))] : []),
  ])
  const call = alert ? (['NEEDS_ATTENTION'] as const) : []
  await queueOrderMails(tx, services, order, settings, [...mailOf(order, to, actor), ...call])
  return moved
}

/** Buyers who give up unpaid orders get no mail: anybody could have mails sent to strangers. */
function mailOf(order: Order, to: OrderStatus, actor: Actor): MailName[] {
  const { status, readyAt } = order
  if (to === 'SHIPPED' && isPickup(order)) return readyAt === null ? ['ORDER_READY'] : []
  if (to === 'SHIPPED') return ['ORDER_SHIPPED']
  return to === 'CANCELLED' && !(status === 'PENDING' && actor === 'buyer') ? ['ORDER_CANCELLED'] : []
}

/** @throws Problem CONFLICT when all that is left of the price is being refunded */
async function refuseRefunding(tx: Prisma.TransactionClient, order: Order): Promise<void> {
  const { storeId, id: orderId, refundedAmount, total } = order
  const refund = await tx.refund.findFirst({ where: { storeId, orderId, status: 'PENDING' } })
  if (!refund || refundedAmount + refund.amount < total) return
  throw new Problem('CONFLICT', 'A refund of all of it is under way: the order can only become cancelled.', {
    reason: 'REFUND_UNDER_WAY',
  })
}

export const owesRefund = ({ paymentStatus, total }: Pick<Order, 'paymentStatus' | 'total'>): boolean =>
  paymentStatus === 'PAID' && total > 0n

/** @returns the order once it is paid; null when nothing was paid with its delivery */
async function paidOnDelivery(
  tx: Prisma.TransactionClient,
  order: Order,
  { actor, now, paymentReceived }: { actor: Actor; now: Date } & Pick<Move, 'paymentReceived'>,
): Promise<Order | null> {
  const amount = dueOf(order)
  const payment = paymentOf(order)
  if (amount === 0n || !payment || !(paymentReceived ?? payment.paidOnDelivery)) return null
  // No key of an owner has a space. A delivery that was undone has had another version.
  const taken = {
    amount,
    key: `delivery ${order.id} ${order.version}`,
    source: 'delivery',
    reference: null,
    actor,
    now,
  } as const
  const paid = await takePayment(tx, order, taken)
  await afterPayment(tx, paid, taken)
  return paid
}

/** Returns what the order holds or used. Locks as a checkout does: stock, customer, discount. */
async function undo(
  tx: Prisma.TransactionClient,
  order: OrderWithItems,
  { actor, now, restock }: { actor: Actor; now: Date; restock: boolean },
): Promise<void> {
  if (order.status === 'CONFIRMED' || order.status === 'SHIPPED') {
    if (restock) await returnStock(tx, order, now)
    await returnPoints(tx, order, { back: 'all', part: 0, now })
    await returnDiscountUse(tx, order, now)
    const sales = order.items.map(({ productId, qty }) => ({ productId, units: -qty }))
    await countSales(tx, order.storeId, sales)
  }
  await releaseHolds(tx, order, actor === 'buyer' ? now : null)
}

const eventOf = (status: OrderStatus) => status.toLowerCase() as OrderEventKind
