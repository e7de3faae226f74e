import type { Prisma } from '../generated/prisma/client.ts'
import { withReason } from '../orders/attention.ts'
import { lockOrder, type OrderWithItems } from '../orders/lock-order.ts'
import { type Actor, addOrderEvent } from '../orders/order-event.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { orderNeedsAttention } from '../orders/tell-order.ts'
import type { CapturedPayment } from '../payments/provider.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import type { Services } from '../platform/context.ts'
import { currencyExponent, decimalText } from '../platform/money.ts'
import { emitEvents } from '../webhooks/emit-events.ts'

/** Who told us of a payment. */
export type PaymentSource = 'verify' | 'webhook' | 'reconciliation'

const actors: Record<PaymentSource, Actor> = { verify: 'buyer', webhook: 'provider', reconciliation: 'reconciliation' }

/**
 * Where verify, webhook and reconciliation all end: in one transaction the payment is written down, once, and its order
 * settled, once. A notice is written down along with it, so that a second delivery finds it.
 * @returns whether this call has settled the order
 */
export function settlePayment(
  services: Pick<Services, 'prisma' | 'clock' | 'jobs'>,
  storeId: string,
  payment: CapturedPayment,
  source: PaymentSource,
  event?: WebhookEvent,
): Promise<boolean> {
  return inOrderTransaction(services.prisma, async (tx) => {
    const now = services.clock()
    const order = await lockOrder(tx, storeId, { providerOrderId: payment.providerOrderId })
    if (!order?.provider) return false
    if (event && !(await isFirstDelivery(tx, order, event, now))) return false
    const { isNews, amount, currency } = await writeDown(tx, order, payment, source, now)

    const actor = actors[source]
    const isPaid = order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED'
    const isExact = amount === order.total && currency === order.currency
    if (isExact && !isPaid) {
      await settleOrder(services, tx, order, { actor, now })
      return true
    }
    const reason = isExact ? paidTwice(payment) : wrongAmount({ amount, currency }, order)
    if (isNews) await callOwner(services, tx, order, { actor, now, reason })
    return false
  })
}

type Money = Pick<CapturedPayment, 'amount' | 'currency'>

/**
 * Keeps a payment, once. What the provider itself says of its amount counts more than what verification, which is not
 * told, takes for granted.
 * @returns the payment's amount as we know it now, and whether that is news
 */
async function writeDown(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId, provider: orderProvider }: OrderWithItems,
  { providerPaymentId, amount, currency }: CapturedPayment,
  source: PaymentSource,
  now: Date,
): Promise<Money & { isNews: boolean }> {
  const money = { amount, currency }
  const key = { storeId, provider: orderProvider ?? 'SANDBOX', providerPaymentId }
  const { count: isNew } = await tx.payment.createMany({
    data: [{ ...key, orderId, ...money, source, createdAt: now }],
    skipDuplicates: true,
  })
  if (isNew) return { ...money, isNews: true }
  if (source === 'verify') {
    const where = { storeId_provider_providerPaymentId: key }
    const known = await tx.payment.findUniqueOrThrow({ where, select: { amount: true, currency: true } })
    return { ...known, isNews: false }
  }
  const { count: isCorrected } = await tx.payment.updateMany({
    where: { ...key, NOT: money },
    data: { ...money, source },
  })
  return { ...money, isNews: isCorrected > 0 }
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

const wrongAmount = (taken: Money, { total, currency }: OrderWithItems) =>
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
