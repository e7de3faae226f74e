import type { Services } from '../gateway/context.ts'
import { type Order, Prisma } from '../generated/prisma/client.ts'
import { withReason } from '../orders/attention.ts'
import { lockOrder, type OrderWithItems } from '../orders/lock-order.ts'
import { type Actor, addOrderEvent } from '../orders/order-event.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { orderNeedsAttention } from '../orders/tell-order.ts'
import type { CapturedPayment } from '../payments/provider.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import { before, type Retention } from '../platform/database/retention.ts'
import { currencyExponent, decimalText } from '../platform/money.ts'
import { DAY_MS } from '../platform/time.ts'
import { emitEvents } from '../webhooks/emit-events.ts'

export type PaymentSource = 'verify' | 'webhook' | 'reconciliation'

const actors: Record<PaymentSource, Actor> = { verify: 'buyer', webhook: 'provider', reconciliation: 'reconciliation' }

export interface Settlement {
  /** Whether this call settled the order. */
  isNew: boolean
  /** The order after the call; null when the payment belongs to no order that can be paid. */
  order: Pick<Order, 'status' | 'paymentStatus'> | null
}

/** Providers repeat an event for at most a day. After that, an order's payments alone prevent a second settlement. */
const EVENTS_KEPT_MS = 30 * DAY_MS

export const paymentEventRetention: Retention = {
  table: 'payment_events',
  outdated: (now) => Prisma.sql`received_at <= ${before(now, EVENTS_KEPT_MS)}`,
}

const NO_ORDER: Settlement = { isNew: false, order: null }

/**
 * Records a payment and settles its order when the payment covers it. Verification, webhooks and reconciliation all
 * call it. Everything happens in one transaction and takes effect once; a webhook event is recorded in the same
 * transaction, so that a second delivery of it is recognised.
 */
export function settlePayment(
  services: Pick<Services, 'prisma' | 'clock' | 'jobs'>,
  storeId: string,
  payment: CapturedPayment,
  source: PaymentSource,
  event?: WebhookEvent,
): Promise<Settlement> {
  return inOrderTransaction(services.prisma, storeId, async (tx) => {
    const now = services.clock()
    const order = await lockOrder(tx, storeId, { providerOrderId: payment.providerOrderId })
    if (!order?.provider) return NO_ORDER
    if (event && !(await isFirstDelivery(tx, order, event, now))) return { isNew: false, order }
    const { news, ...money } = await writeDown(tx, order, payment, source, now)

    const actor = actors[source]
    const isPaid = order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED'
    const isExact = money.amount === order.total && money.currency === order.currency
    if (!isPaid && covers(money, order)) {
      const remark = isExact ? null : otherAmount(money, order)
      return { isNew: true, order: await settleOrder(services, tx, order, { actor, now, remark }) }
    }
    const isSecond = isPaid && (news === 'payment' || isExact)
    const reason = isSecond ? paidTwice(payment) : otherAmount(money, order)
    if (news !== null) await callOwner(services, tx, order, { actor, now, reason })
    return { isNew: false, order }
  })
}

type Money = Pick<CapturedPayment, 'amount' | 'currency'>

/** A payment above the total is accepted, because some providers add a fee that the buyer pays. */
const covers = ({ amount, currency }: Money, order: OrderWithItems): boolean =>
  amount >= order.total && currency === order.currency

/**
 * Records a payment once. Verification does not know the amount and assumes the order's total; an amount reported by
 * the provider itself replaces it.
 * @returns the recorded amount, and whether the payment or only its amount is new
 */
async function writeDown(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId, provider: orderProvider }: OrderWithItems,
  { providerPaymentId, amount, currency }: CapturedPayment,
  source: PaymentSource,
  now: Date,
): Promise<Money & { news: 'payment' | 'amount' | null }> {
  const money = { amount, currency }
  const key = { storeId, provider: orderProvider ?? 'SANDBOX', providerPaymentId }
  const { count: isNew } = await tx.payment.createMany({
    data: [{ ...key, orderId, ...money, source, createdAt: now }],
    skipDuplicates: true,
  })
  if (isNew) return { ...money, news: 'payment' }
  if (source === 'verify') {
    const where = { storeId_provider_providerPaymentId: key }
    const known = await tx.payment.findUniqueOrThrow({ where, select: { amount: true, currency: true } })
    return { ...known, news: null }
  }
  const { count: isCorrected } = await tx.payment.updateMany({
    where: { ...key, NOT: money },
    data: { ...money, source },
  })
  return { ...money, news: isCorrected > 0 ? 'amount' : null }
}

async function isFirstDelivery(
  tx: Prisma.TransactionClient,
  { storeId, provider }: OrderWithItems,
  { eventId, type }: WebhookEvent,
  now: Date,
) {
  const { count } = await tx.paymentEvent.createMany({
    data: [{ storeId, provider: provider ?? 'SANDBOX', eventId, type, receivedAt: now }],
    skipDuplicates: true,
  })
  return count === 1
}

const paidTwice = ({ providerPaymentId }: CapturedPayment) =>
  `Paid a second time (${providerPaymentId}): refund the buyer.`

const otherAmount = (taken: Money, { total, currency }: OrderWithItems) =>
  `The provider took ${inWords(taken)} instead of ${inWords({ amount: total, currency })}.`

const inWords = ({ amount, currency }: Money) => `${decimalText(amount, currencyExponent(currency))} ${currency}`

async function callOwner(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: Prisma.TransactionClient,
  order: OrderWithItems,
  { actor, now, reason }: { actor: Actor; now: Date; reason: string },
): Promise<void> {
  const { storeId, id: orderId, items } = order
  const marked = await tx.order.update({
    where: { storeId_id: { storeId, id: orderId } },
    data: { needsAttention: withReason(order, reason), updatedAt: now, version: { increment: 1 } },
  })
  await addOrderEvent(tx, { storeId, orderId, actor, kind: 'attention', detail: reason, at: now })
  await emitEvents(tx, services, storeId, () => [orderNeedsAttention({ ...marked, items }, reason)])
}
