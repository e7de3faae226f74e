import type { Order, Payment } from '../generated/prisma/client.ts'

export const CANCELLED_WHEN_PAID = 'Cancelled after it was paid: refund the buyer.'
export const PAID_WHEN_CANCELLED = 'Paid after it was cancelled: refund the buyer.'

type Noted = Pick<Order, 'needsAttention'>

/** Appends a reason to the order's note for the owner. */
export const withReason = ({ needsAttention }: Noted, reason: string): string =>
  needsAttention === null ? reason : `${needsAttention} ${reason}`

/** @param what the amount in words */
export const refundFailed = (what: string, why: string): string =>
  `The refund of ${what} failed (${why}): refund the buyer.`

export const paidTwice = ({ providerPaymentId }: Pick<Payment, 'providerPaymentId'>): string =>
  `Paid a second time (${providerPaymentId}): refund the buyer.`

const REFUND_FAILED = 'The refund of .+? failed \\(.*?\\): refund the buyer\\.'

/** What has gone back to the buyer: the whole price of the order, a whole payment too many by its id, or neither. */
interface GivenBack {
  isWhole: boolean
  extraPayment: string | null
}

/**
 * Removes the demands for a refund from the note that are met. A second payment stays mentioned until it is given back
 * itself.
 */
export function withoutDemands({ needsAttention }: Noted, { isWhole, extraPayment }: GivenBack): string | null {
  const met = [
    ...(isWhole ? [CANCELLED_WHEN_PAID, PAID_WHEN_CANCELLED, REFUND_FAILED] : []),
    // The id has no characters that mean something in a pattern, but for the hyphen, which means nothing outside a set.
    ...(extraPayment ? [paidTwice({ providerPaymentId: extraPayment }).replace(/[().]/g, '\\$&')] : []),
  ]
  if (met.length === 0) return needsAttention
  const rest = (needsAttention ?? '')
    .split(new RegExp(met.join('|')))
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return rest.length > 0 ? rest.join(' ') : null
}
