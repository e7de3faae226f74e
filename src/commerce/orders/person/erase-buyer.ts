import type { Services } from '../../../api/context.ts'
import { type Order, Prisma, type Store } from '../../../generated/prisma/client.ts'
import { redact } from '../../../platform/secrets/redact.ts'
import { newUuid } from '../../../platform/uuid.ts'
import type { Person } from '../../customers/person.ts'
import { addressOf } from '../../delivery/order-address.ts'
import { deliveryOf, withoutPostalCode } from '../../delivery/order-delivery.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import { type MessageData, rewriteMessages } from '../../webhooks/erase-messages.ts'
import { reworded, storedAlert } from '../attention/alert.ts'
import { alertsOf, asColumns } from '../attention/alerts.ts'
import type { OrderWithItems } from '../lock-order.ts'
import type { Actor, OrderEventKind } from '../order-event.ts'
import { fulfilmentOf } from '../order-fulfilment.ts'
import { inOrderTransaction } from '../order-transaction.ts'
import { orderMoved } from '../order-webhook-events.ts'
import { erasePayments } from './erase-payments.ts'
import { refuseOpen } from './open-orders.ts'
import { eraseBuyerKeys, lockSome } from './person-orders.sql.ts'

export interface Erasure {
  services: Pick<Services, 'db' | 'jobs' | 'orderQueue' | 'clock' | 'keyedHash'>
  store: Pick<Store, 'id'>
  person: Person
  actor: Actor
  /** Of the accounts; must be left nowhere. */
  texts: readonly string[]
  /** Runs in each transaction, deletes what else is theirs, and returns how much. */
  alongside: (tx: Prisma.TransactionClient, orderIds: readonly string[]) => Promise<number>
}

interface ErasedOrders {
  orders: number
  cancelled: number
  alongside: number
}

const BATCH = 50

const ERASED = {
  customerId: null,
  buyerName: 'Erased',
  buyerPhone: '',
  buyerPhoneDigits: '',
  buyerEmail: null,
  buyerAddress: null,
  buyerAddressParts: null,
  buyerNotes: null,
  trackingNumber: null,
  trackingUrl: null,
  payerAddress: null,
} as const satisfies Partial<Order>

/**
 * Makes orders anonymous in batches: goods, prices, times and numbers stay. Unpaid orders are cancelled; a late payment
 * is marked for refund.
 * @throws Problem CONFLICT when an order came to be open meanwhile
 */
export async function eraseBuyer(erasure: Erasure): Promise<ErasedOrders> {
  const total: ErasedOrders = { orders: 0, cancelled: 0, alongside: 0 }
  for (;;) {
    const { found, orders, cancelled, alongside } = await eraseSome(erasure)
    total.orders += orders
    total.cancelled += cancelled
    total.alongside += alongside
    if (found < BATCH) return total
  }
}

function eraseSome({ services, store, person, actor, texts, alongside }: Erasure) {
  const storeId = store.id
  return inOrderTransaction(services, storeId, async (tx) => {
    const { found, ids } = await lockSome(tx, storeId, person, BATCH)
    if (ids.length === 0) return { found, orders: 0, cancelled: 0, alongside: 0 }
    await refuseOpen(tx, storeId, { ids }, actor)
    const now = services.clock()
    const orders = await tx.order.findMany({
      where: { storeId, id: { in: ids } },
      include: { items: { orderBy: { position: 'asc' } } },
      orderBy: { id: 'asc' },
    })
    const unpaid = orders.filter(({ status }) => status === 'PENDING')

    await releaseHoldsOf(tx, storeId, { all: ids, pending: unpaid.map(({ id }) => id) })
    await eraseBuyerKeys(tx, storeId, ids)
    await erasePayments(tx, services.keyedHash, { storeId, orders })
    const deleted = await alongside(tx, ids)
    await tx.order.updateMany({
      where: { storeId, id: { in: ids } },
      data: { ...ERASED, buyerAddressParts: Prisma.DbNull, erasedAt: now, updatedAt: now, version: { increment: 1 } },
    })
    await tx.order.updateMany({
      where: { storeId, id: { in: ids }, status: 'PENDING' },
      data: { status: 'CANCELLED' },
    })
    const entry = (orderId: string, kind: OrderEventKind) => ({
      storeId,
      id: newUuid(now.getTime()),
      orderId,
      actor,
      kind,
      createdAt: now,
    })
    await erasePostalCodes(tx, orders)
    await tx.orderEvent.createMany({
      data: [...unpaid.map(({ id }) => entry(id, 'cancelled')), ...ids.map((id) => entry(id, 'erased'))],
    })
    await rewordNotes(tx, storeId, orders, texts)
    await rewordRefunds(tx, storeId, orders, texts)
    await rewordMessages(tx, storeId, orders, texts)
    await emitEvents(tx, services, storeId, () => unpaid.map((order) => cancelledWithout(order, { now, actor })))
    return { found, orders: ids.length, cancelled: unpaid.length, alongside: deleted }
  })
}

async function erasePostalCodes(tx: Prisma.TransactionClient, orders: readonly Order[]): Promise<void> {
  for (const order of orders) {
    if (deliveryOf(order)?.destination?.postalCode == null) continue
    const data = { delivery: withoutPostalCode(order).delivery ?? {} }
    await tx.order.updateMany({ where: { storeId: order.storeId, id: order.id }, data })
  }
}

/** @param pending orders to be paid; the others hold nothing */
async function releaseHoldsOf(
  tx: Prisma.TransactionClient,
  storeId: string,
  { all, pending }: { all: string[]; pending: string[] },
): Promise<void> {
  const where = { storeId, orderId: { in: pending } }
  await tx.pointsHold.deleteMany({ where })
  // Orders that were given up have some as well.
  await tx.orderHolder.deleteMany({ where: { storeId, orderId: { in: all } } })
  await tx.stockHold.deleteMany({ where })
  await tx.discountUse.deleteMany({ where: { ...where, expiresAt: { not: null } } })
}

const cancelledWithout = (order: OrderWithItems, { now, actor }: { now: Date; actor: Actor }) =>
  orderMoved(
    { ...withoutPostalCode(order), ...ERASED, status: 'CANCELLED', updatedAt: now, version: order.version + 1 },
    order.status,
    actor,
  )

const textsOf = (order: Order, texts: readonly string[]): (string | null)[] => [
  ...texts,
  ...[order.buyerName, order.buyerPhone, order.buyerPhoneDigits, order.buyerEmail, order.buyerAddress],
  addressOf(order)?.street ?? null,
  ...[order.trackingNumber, order.trackingUrl],
]

const isAboutBuyer = (kind: string): boolean => kind === 'shipped' || kind === 'note'

async function rewordNotes(
  tx: Prisma.TransactionClient,
  storeId: string,
  orders: readonly Order[],
  texts: readonly string[],
): Promise<void> {
  const known = new Map(orders.map((order) => [order.id, textsOf(order, texts)]))
  const redactedFor = (orderId: string) => (text: string) => redact(text, known.get(orderId) ?? [])
  for (const order of orders) {
    const data = asColumns(alertsOf(order).map((alert) => reworded(alert, redactedFor(order.id))))
    if (data.needsAttention !== order.needsAttention) {
      await tx.order.updateMany({ where: { storeId, id: order.id }, data })
    }
  }
  const events = await tx.orderEvent.findMany({
    where: { storeId, orderId: { in: [...known.keys()] }, detail: { not: '' } },
    select: { id: true, orderId: true, kind: true, detail: true, alert: true },
  })
  for (const event of events) {
    const { id, orderId } = event
    // Carrier and number lead to the buyer, also corrected ones; a note may be about nothing else.
    const detail = isAboutBuyer(event.kind) ? '' : redactedFor(orderId)(event.detail)
    if (detail === event.detail) continue
    const alert = storedAlert(event)
    const data = { detail, ...(alert && { alert: reworded(alert, redactedFor(orderId)) }) }
    await tx.orderEvent.updateMany({ where: { storeId, id }, data })
  }
}

async function rewordRefunds(
  tx: Prisma.TransactionClient,
  storeId: string,
  orders: readonly Order[],
  texts: readonly string[],
): Promise<void> {
  const known = new Map(orders.map((order) => [order.id, textsOf(order, texts)]))
  const refunds = await tx.refund.findMany({ where: { storeId, orderId: { in: [...known.keys()] } } })
  for (const { id, orderId, reason } of refunds) {
    const reworded = redact(reason, known.get(orderId) ?? [])
    if (reworded !== reason) await tx.refund.updateMany({ where: { storeId, id }, data: { reason: reworded } })
  }
}

/** Webhook messages still say what was sold. */
async function rewordMessages(
  tx: Prisma.TransactionClient,
  storeId: string,
  orders: readonly Order[],
  texts: readonly string[],
): Promise<void> {
  const bySubject = new Map(orders.map((order) => [`order:${order.id}`, order]))
  const subjects = Array.from(bySubject, ([subject, { createdAt }]) => ({ subject, createdAt }))
  await rewriteMessages(tx, storeId, subjects, (subject, data) => {
    const order = bySubject.get(subject)
    const known = order ? textsOf(order, texts) : texts
    const redacted: MessageData = {
      ...data,
      ...(typeof data.reason === 'string' && { reason: redact(data.reason, known) }),
    }
    if (typeof redacted.order !== 'object' || redacted.order === null) return redacted
    const attention = 'needs_attention' in redacted.order ? redacted.order.needs_attention : null
    return {
      ...redacted,
      order: {
        ...redacted.order,
        customer_id: null,
        buyer_name: ERASED.buyerName,
        buyer_phone: '',
        buyer_email: null,
        buyer_address: null,
        address_parts: undefined,
        buyer_notes: null,
        tracking_number: undefined,
        tracking_url: undefined,
        ...('delivery' in redacted.order && order && { delivery: fulfilmentOf(withoutPostalCode(order)).delivery }),
        needs_attention: typeof attention === 'string' ? redact(attention, known) : null,
      },
    }
  })
}
