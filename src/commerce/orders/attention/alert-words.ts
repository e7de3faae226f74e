import { moneyInWords } from '../../../platform/money.ts'
import type { Alert, OpenDispute } from './alert.ts'

/** What the owner reads about an alert. */
export function alertInWords(alert: Alert): string {
  switch (alert.kind) {
    case 'cancelled_when_paid':
      return 'Cancelled after it was paid: refund the buyer.'
    case 'paid_when_cancelled':
      return 'Paid after it was cancelled: refund the buyer.'
    case 'refund_failed':
      return `The refund of ${inWords(alert)} failed (${alert.why}): refund the buyer.`
    case 'refund_lost':
      return `The refund of ${inWords(alert)} is under way, and the provider does not tell of it any more (${alert.why}): look there whether the buyer has it. Enter the keys of the account that took the payment, or give it back in another way and call markRefunded.`
    case 'refunded_in_other_currency':
      return `The provider reports a refund of ${withCode(alert)} (${alert.providerRefundId}), but the payment was in ${alert.paidIn}: check at the provider what the buyer got back.`
    case 'paid_twice':
      return `Paid a second time (${alert.providerPaymentId}): refund the buyer.`
    case 'only_authorized':
      return `The payment of ${inWords(alert)} (${alert.providerPaymentId}) is authorized, but not captured: capture it at the payment provider, or the buyer gets the money back.`
    case 'other_amount':
      return alert.currency === alert.due.currency
        ? `The provider took ${inWords(alert)} instead of ${inWords(alert.due)}.`
        : `The provider took ${withCode(alert)} instead of ${withCode(alert.due)}.`
    case 'out_of_stock':
      return `Paid when there was not enough in stock of: ${alert.products.join(', ')}.`
    case 'points_missing':
      return `${alert.missing} of ${alert.used} redeemed points were no longer there.`
    case 'code_used_up':
      return `Its discount code ${alert.code} had been used as often as it may be: the discount was given once more.`
    case 'dispute':
      return `Dispute ${alert.disputeId} of ${inWords(alert)} since ${alert.since} (${alert.reason ?? 'no reason given'}): ${actionOf(alert)}`
    case 'dispute_ended':
      return `Dispute ${alert.disputeId} of ${inWords(alert)}: ${alert.state}.`
    case 'text':
      return alert.text
  }
}

export const alertsInWords = (alerts: readonly Alert[]): string => alerts.map(alertInWords).join(' ')

interface Money {
  amount: string
  currency: string
}

const inWords = ({ amount, currency }: Money): string => moneyInWords({ amount: BigInt(amount), currency })

/** Where amounts of several currencies are compared, whose signs may be the same. */
function withCode(money: Money): string {
  const text = inWords(money)
  return text.includes(money.currency) ? text : `${text} ${money.currency}`
}

/** What the owner is to do about a dispute. */
function actionOf({ state, respondBy }: { state: OpenDispute; respondBy: string | null }): string {
  const before = respondBy ? ` before ${respondBy} UTC` : ''
  const todo: Record<OpenDispute, string> = {
    created: `answer it at the payment provider${before}.`,
    action_required: `the evidence is not enough, send more to the payment provider${before}.`,
    under_review: 'the bank is looking at the evidence.',
  }
  return todo[state]
}
