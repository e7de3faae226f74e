import { moneyInWords, type Subunits } from '../../platform/money.ts'

/** Where a dispute stands that is not over. */
export type OpenDispute = 'created' | 'action_required' | 'under_review'

/** A dispute of the buyer's bank with the store, about money that was paid. */
export interface Disputed {
  /** The provider's id, of letters, digits, `_` and `-`. */
  disputeId: string
  amount: Subunits
  currency: string
  /** In one line; null when the provider gives none. */
  reason: string | null
  since: Date
  /** Until when the owner can answer; null when the provider does not say. */
  respondBy: Date | null
}

/** How all that is said of a dispute begins. */
export const startOf = (disputeId: string): string => `Dispute ${disputeId} of `

const minute = (moment: Date) => moment.toISOString().slice(0, 16).replace('T', ' ')

/** What the owner is asked to do about a dispute. */
export function disputeDemand(dispute: Disputed, state: OpenDispute): string {
  const { disputeId, reason, since, respondBy } = dispute
  const before = respondBy ? ` before ${minute(respondBy)} UTC` : ''
  const todo: Record<OpenDispute, string> = {
    created: `answer it at the payment provider${before}.`,
    action_required: `the evidence is not enough, send more to the payment provider${before}.`,
    under_review: 'the bank is looking at the evidence.',
  }
  const day = since.toISOString().slice(0, 10)
  return `${startOf(disputeId)}${moneyInWords(dispute)} since ${day} (${reason ?? 'no reason given'}): ${todo[state]}`
}

/** How a dispute has ended. */
export const disputeEnd = (dispute: Disputed, end: 'won' | 'lost' | 'closed'): string =>
  `${startOf(dispute.disputeId)}${moneyInWords(dispute)}: ${end}.`

/** The pattern of what the owner was asked to do about a dispute, whatever it was. */
export const anyDemandOf = (disputeId: string): string =>
  `${startOf(disputeId)}[\\d.]+ [A-Z]{3} since [\\d-]+ \\(.*?\\): [^(:]*?(?:provider(?: before [\\d-]+ [\\d:]+ UTC)?|evidence)\\.`
