import type { Order, Payment } from '../../generated/prisma/client.ts'
import type { PaymentStatus } from '../orders/status/order-status.ts'
import { isPartlyPaid } from '../payments/methods/order-payment.ts'

export const RefundStatus = {
  PENDING: 'PENDING',
  PROCESSED: 'PROCESSED',
  FAILED: 'FAILED',
} as const
export type RefundStatus = (typeof RefundStatus)[keyof typeof RefundStatus]

type Priced = Pick<
  Order,
  'total' | 'currency' | 'refundedAmount' | 'status' | 'paymentStatus' | 'paymentMethod' | 'collectedAmount'
>
type Money = Pick<Payment, 'amount' | 'currency'>

/**
 * The first payment that covers the order, else the first in its currency, which the provider corrected. All others are
 * extra. Null when there is none.
 * @param payments oldest first
 */
export const settlingPayment = <Paid extends Money>(order: Priced, payments: readonly Paid[]): Paid | null => {
  const comparable = payments.filter(({ currency }) => currency === order.currency)
  return comparable.find(({ amount }) => amount >= order.total) ?? comparable[0] ?? null
}

/** What was paid of the price: one payment at the provider, or all that the owner has recorded. Null when nothing was. */
export const paidOf = <Paid extends Money>(order: Priced, payments: readonly Paid[]): Money | null =>
  order.paymentMethod === null
    ? settlingPayment(order, payments)
    : { amount: order.collectedAmount, currency: order.currency }

/** In subunits, without a fee on top that the provider took. */
export const leftOfPrice = (order: Priced, { amount }: Money): bigint => {
  const { total, refundedAmount, paymentStatus } = order
  if (paymentStatus !== 'PAID' && !isPartlyPaid(order)) return 0n
  const price = amount < total ? amount : total
  return price > refundedAmount ? price - refundedAmount : 0n
}

const unpaid: Partial<Record<PaymentStatus, string>> = {
  PENDING: 'The order was not paid: there is nothing to refund.',
  FAILED: 'The payment of the order failed: there is nothing to refund.',
  REFUNDED: 'The order is already refunded.',
}

/** For the owner; null when it can be refunded. */
export function refundProblem(order: Priced): string | null {
  const { status, paymentStatus, total } = order
  if (total === 0n) return 'The order cost nothing: there is nothing to refund.'
  if (isPartlyPaid(order)) {
    return status === 'CANCELLED' ? null : 'The order is paid in part: it can be refunded once it is cancelled.'
  }
  return unpaid[paymentStatus] ?? null
}
