import type { Order, Payment } from '../generated/prisma/client.ts'
import type { PaymentStatus } from '../orders/status/order-status.ts'

/** Where a refund stands. A CHECK of the database holds the same list. */
export const RefundStatus = {
  PENDING: 'PENDING',
  PROCESSED: 'PROCESSED',
  FAILED: 'FAILED',
} as const
export type RefundStatus = (typeof RefundStatus)[keyof typeof RefundStatus]

type Priced = Pick<Order, 'total' | 'currency' | 'refundedAmount' | 'paymentStatus'>
type Money = Pick<Payment, 'amount' | 'currency'>

/**
 * The payment that has paid the order: the first that covers it, or else the first in its currency, whose amount the
 * provider has corrected since. All others are payments too many. Null when there is none.
 * @param payments of the order, the oldest first
 */
export const settlingPayment = <Paid extends Money>(order: Priced, payments: readonly Paid[]): Paid | null => {
  const comparable = payments.filter(({ currency }) => currency === order.currency)
  return comparable.find(({ amount }) => amount >= order.total) ?? comparable[0] ?? null
}

/** What of the order's price is still with the store, in subunits: a fee on top that the provider took is none of it. */
export const leftOfPrice = ({ total, refundedAmount, paymentStatus }: Priced, { amount }: Money): bigint => {
  if (paymentStatus !== 'PAID') return 0n
  const price = amount < total ? amount : total
  return price > refundedAmount ? price - refundedAmount : 0n
}

const unpaid: Partial<Record<PaymentStatus, string>> = {
  PENDING: 'The order was not paid: there is nothing to refund.',
  FAILED: 'The payment of the order failed: there is nothing to refund.',
  REFUNDED: 'The order is already refunded.',
}

/** Why an order cannot be refunded, as a sentence for the owner; null when it can. */
export function refundProblem({ paymentStatus, total }: Priced): string | null {
  if (total === 0n) return 'The order cost nothing: there is nothing to refund.'
  return unpaid[paymentStatus] ?? null
}
