import type { Order, Payment, Refund } from '../../generated/prisma/client.ts'
import { moneyInWords } from '../../platform/money.ts'
import { anyDemandOf } from './dispute-demand.ts'

export const CANCELLED_WHEN_PAID = 'Cancelled after it was paid: refund the buyer.'
export const PAID_WHEN_CANCELLED = 'Paid after it was cancelled: refund the buyer.'

type Noted = Pick<Order, 'needsAttention'>

/** Appends a reason to the order's note for the owner. */
export const withReason = ({ needsAttention }: Noted, reason: string): string =>
  needsAttention === null ? reason : `${needsAttention} ${reason}`

/** @param what the amount in words */
export const refundFailed = (what: string, why: string): string =>
  `The refund of ${what} failed (${why}): refund the buyer.`

/** @param what the amount in words */
export const refundLost = (what: string, why: string): string =>
  `The refund of ${what} is under way, and the provider does not tell of it any more (${why}): look there whether the buyer has it. Enter the keys of the account that took the payment, or give it back in another way and call markRefunded.`

/** Whether the owner was called because the provider does not tell any more what became of a refund under way. */
export const isLost = ({ status, failure }: Pick<Refund, 'status' | 'failure'>): boolean =>
  status === 'PENDING' && failure !== null

/** @param what the amount in words; `paid` the currency of the payment */
export const refundedInOtherCurrency = (what: string, refundId: string, paid: string): string =>
  `The provider reports a refund of ${what} (${refundId}), but the payment was in ${paid}: check at the provider what the buyer got back.`

export const paidTwice = ({ providerPaymentId }: Pick<Payment, 'providerPaymentId'>): string =>
  `Paid a second time (${providerPaymentId}): refund the buyer.`

/** @param what the amount in words */
export const onlyAuthorized = (what: string, { providerPaymentId }: Pick<Payment, 'providerPaymentId'>): string =>
  `The payment of ${what} (${providerPaymentId}) is authorized, but not captured: capture it at the payment provider, or the buyer gets the money back.`

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A demand for a refund of any amount and for any reason, as a pattern. */
const anyRefund = (demand: (what: string, why: string) => string): string =>
  ofAnyAmount(demand('<what>', '<why>')).replace('<why>', '.+?')

const ofAnyAmount = (demand: string): string => escaped(demand).replace('<what>', '[\\d.]+ [A-Z]{3}')

/** What has happened. */
interface Met {
  /** The whole price of the order has gone back to the buyer. */
  isWhole?: boolean
  /** The id of a payment too many, all of which has gone back. */
  extraPayment?: string | null
  /** A refund of which the provider tells again. */
  found?: Refund
  /** The id of a payment that was captured, or given back as a whole. */
  captured?: string | undefined
  /** The provider's id of a dispute that has ended, or about which there is something newer to say. */
  dispute?: string
}

/**
 * Removes the demands from the note that are met. A second payment stays mentioned until it is given back
 * itself.
 */
export function withoutDemands(
  { needsAttention }: Noted,
  { isWhole, extraPayment, found, captured, dispute }: Met,
): string | null {
  const met = [
    ...(isWhole ? [CANCELLED_WHEN_PAID, PAID_WHEN_CANCELLED].map(escaped) : []),
    ...(isWhole ? [refundFailed, refundLost].map(anyRefund) : []),
    ...(extraPayment ? [escaped(paidTwice({ providerPaymentId: extraPayment }))] : []),
    ...(captured ? [ofAnyAmount(onlyAuthorized('<what>', { providerPaymentId: captured }))] : []),
    ...(dispute ? [anyDemandOf(dispute)] : []),
    ...(found && isLost(found) ? [escaped(refundLost(moneyInWords(found), found.failure ?? ''))] : []),
  ]
  if (met.length === 0) return needsAttention
  const rest = (needsAttention ?? '')
    .split(new RegExp(met.join('|'), 's'))
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return rest.length > 0 ? rest.join(' ') : null
}
