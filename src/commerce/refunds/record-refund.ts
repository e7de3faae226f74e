import type { Order, Payment, Prisma, Refund } from '../../generated/prisma/client.ts'
import { moneyInWords } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import { newUuid } from '../../platform/uuid.ts'
import { isLost } from '../orders/attention/alert.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import type { Actor } from '../orders/order-event.ts'
import { addOrderEvent } from '../orders/orders.sql.ts'
import type { PaymentProvider, ProviderRefund } from '../payments/provider.ts'
import { withReason } from './book-refund.ts'
import { leftOfPrice, refundProblem, settlingPayment } from './refundable.ts'

export interface RefundWish {
  /** Subunits of the order's currency; null for the rest. */
  amount: bigint | null
  restock: boolean
  reason: string
  actor: Actor
  /** Null when the cause happens only once. */
  idempotencyKey: string | null
}

/** Left to the starting process, whose calls take at most 10 s. */
const FIRST_CHECK_MS = 60_000

/** @param amount null for all that is left @throws Problem CONFLICT when too little is left, or one is in progress */
export async function getRefundable(
  tx: Pick<Prisma.TransactionClient, 'refund' | 'payment'>,
  order: Order,
  amount: bigint | null,
): Promise<{ refunds: Refund[]; payment: Payment; left: bigint }> {
  const refused = refundProblem(order)
  if (refused) throw new Problem('CONFLICT', refused, { reason: 'WRONG_STATUS' })
  const refunds = await refundsOfOrder(tx, order)
  refuseUnderWay(refunds)
  const payment = settlingPayment(order, await paymentsOfOrder(tx, order))
  const left = payment ? leftOfPrice(order, payment) : 0n
  if (!payment || left === 0n) throw nothingLeft()
  checkLeft(order, left, amount)
  return { refunds, payment, left }
}

export const nothingLeft = (): Problem =>
  new Problem('CONFLICT', 'Nothing is left of the payment to refund.', { reason: 'NOTHING_TO_REFUND' })

/** @throws Problem CONFLICT */
export function checkLeft({ currency }: Pick<Order, 'currency'>, left: bigint, amount: bigint | null): void {
  if (amount === null || amount <= left) return
  throw new Problem('CONFLICT', `At most ${moneyInWords({ amount: left, currency })} can still be refunded.`, {
    reason: 'AMOUNT_TOO_LARGE',
  })
}

/** Call the provider after the commit. @throws Problem CONFLICT when too little is left, or one is in progress */
export async function recordRefund(
  tx: Prisma.TransactionClient,
  order: Order,
  { amount, ...wish }: RefundWish,
  now: Date,
): Promise<Refund> {
  const { storeId, id: orderId, currency } = order
  const { refunds, payment, left } = await getRefundable(tx, order, amount)
  const refund = await tx.refund.create({
    data: {
      storeId,
      id: newUuid(now.getTime()),
      orderId,
      number: nextNumber(refunds),
      status: 'PENDING',
      ...wish,
      ofRest: amount === null,
      amount: amount ?? left,
      currency,
      provider: payment.provider,
      createdAt: now,
      providerPaymentId: payment.providerPaymentId,
      checkAt: new Date(now.getTime() + FIRST_CHECK_MS),
    },
  })
  const detail = withReason(moneyInWords(refund), wish.reason)
  await addOrderEvent(tx, { storeId, orderId, actor: wish.actor, kind: 'refunding', detail, at: now })
  await tx.order.update({
    where: { storeId_id: { storeId, id: orderId } },
    data: { updatedAt: now, version: { increment: 1 } },
  })
  return refund
}

const byTime = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]

/** Oldest first. */
export const paymentsOfOrder = (tx: Pick<Prisma.TransactionClient, 'payment'>, { storeId, id: orderId }: Order) =>
  tx.payment.findMany({ where: { storeId, orderId }, orderBy: byTime })

/** Oldest first. */
export const refundsOfOrder = (tx: Pick<Prisma.TransactionClient, 'refund'>, { storeId, id: orderId }: Order) =>
  tx.refund.findMany({ where: { storeId, orderId }, orderBy: { number: 'asc' } })

export const nextNumber = (refunds: readonly Pick<Refund, 'number'>[]): number => (refunds.at(-1)?.number ?? 0) + 1

/** @throws Problem CONFLICT when one is in progress */
export function refuseUnderWay(refunds: readonly Refund[]): void {
  const other = refunds.find(({ status }) => status === 'PENDING')
  if (!other) return
  const next = isLost(other)
    ? 'The provider does not tell of it any more: see needsAttention, or call markRefunded.'
    : 'Wait until it has succeeded or failed.'
  throw new Problem('CONFLICT', `A refund of ${moneyInWords(other)} is under way. ${next}`, {
    reason: 'REFUND_UNDER_WAY',
  })
}

/** Such as in the provider's dashboard. `process` settles it. */
export const recordElsewhere = (
  tx: Prisma.TransactionClient,
  { storeId, id: orderId }: OrderWithItems,
  {
    reported,
    provider,
    number,
    now,
  }: { reported: ProviderRefund; provider: PaymentProvider; number: number; now: Date },
): Promise<Refund> => {
  const { providerRefundId, providerPaymentId, amount, currency } = reported
  return tx.refund.create({
    data: {
      storeId,
      id: newUuid(now.getTime()),
      orderId,
      number,
      status: 'FAILED',
      settledAt: now,
      actor: 'provider',
      amount,
      currency,
      provider,
      providerPaymentId,
      providerRefundId,
      createdAt: now,
    },
  })
}
