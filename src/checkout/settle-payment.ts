import type { Prisma } from '../generated/prisma/client.ts'
import { lockOrder, type OrderWithItems } from '../orders/lock-order.ts'
import { type Actor, addOrderEvent } from '../orders/order-event.ts'
import { settleOrder } from '../orders/settle-order.ts'
import type { CapturedPayment } from '../payments/provider.ts'
import type { WebhookEvent } from '../payments/webhook-event.ts'
import type { Services } from '../platform/context.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { currencyExponent, decimalText } from '../platform/money.ts'

/** Who told us of a payment. */
export type PaymentSource = 'verify' | 'webhook' | 'reconciliation'

const actors: Record<PaymentSource, Actor> = { verify: 'buyer', webhook: 'provider', reconciliation: 'reconciliation' }

/**
 * Where verify, webhook and reconciliation all end: in one transaction the payment is written down, once, and its order
 * settled, once. A notice is written down along with it, so that a second delivery finds it.
 * @returns whether there is such an order
 */
export function settlePayment(
  { prisma, clock }: Pick<Services, 'prisma' | 'clock'>,
  storeId: string,
  payment: CapturedPayment,
  source: PaymentSource,
  event?: WebhookEvent,
): Promise<boolean> {
  return inTransaction(prisma, async (tx) => {
    const now = clock()
    const order = await lockOrder(tx, storeId, { providerOrderId: payment.providerOrderId })
    if (!order?.provider) return false
    if (event && !(await isFirstDelivery(tx, order, event, now))) return true
    const { count: isNew } = await tx.payment.createMany({
      data: [{ ...paymentRow(order, payment), source, createdAt: now }],
      skipDuplicates: true,
    })

    const actor = actors[source]
    const isPaid = order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED'
    const isExact = payment.amount === order.total && payment.currency === order.currency
    if (isExact && !isPaid) await settleOrder(tx, order, { actor, now })
    else if (isNew)
      await callOwner(tx, order, { actor, now, reason: isExact ? paidTwice(payment) : wrongAmount(payment, order) })
    return true
  })
}

const paymentRow = (order: OrderWithItems, { providerPaymentId, amount, currency }: CapturedPayment) => ({
  storeId: order.storeId,
  orderId: order.id,
  provider: order.provider ?? 'SANDBOX',
  providerPaymentId,
  amount,
  currency,
})

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

const wrongAmount = (payment: CapturedPayment, { total, currency }: OrderWithItems) =>
  `The provider took ${inWords(payment)} instead of ${inWords({ amount: total, currency })}.`

const inWords = ({ amount, currency }: { amount: bigint; currency: string }) =>
  `${decimalText(amount, currencyExponent(currency))} ${currency}`

async function callOwner(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId }: OrderWithItems,
  { actor, now, reason }: { actor: Actor; now: Date; reason: string },
): Promise<void> {
  await tx.order.update({
    where: { storeId_id: { storeId, id: orderId } },
    data: { needsAttention: reason, updatedAt: now, version: { increment: 1 } },
  })
  await addOrderEvent(tx, { storeId, orderId, actor, kind: 'attention', detail: reason, at: now })
}
