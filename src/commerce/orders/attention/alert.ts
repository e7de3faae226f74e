import type { Order, OrderEvent, Refund } from '../../../generated/prisma/client.ts'

/** Money as JSON: subunits in digits, because a number would round them. */
type StoredMoney = { amount: string; currency: string }

/** Where a dispute stands that is not over. */
export type OpenDispute = 'created' | 'action_required' | 'under_review'

/** What the owner is alerted to. Only these fields are stored: the words are those of `alert-words.ts`. */
export type Alert =
  | { kind: 'cancelled_when_paid' | 'paid_when_cancelled' }
  | ({ kind: 'refund_failed' | 'refund_lost'; refundId: string; why: string } & StoredMoney)
  | ({ kind: 'refunded_in_other_currency'; providerRefundId: string; paidIn: string } & StoredMoney)
  | { kind: 'paid_twice'; providerPaymentId: string }
  | ({ kind: 'only_authorized'; providerPaymentId: string } & StoredMoney)
  | ({ kind: 'other_amount'; due: StoredMoney } & StoredMoney)
  | { kind: 'out_of_stock'; products: string[] }
  | { kind: 'points_missing'; missing: number; used: number }
  | { kind: 'code_used_up'; code: string }
  | ({
      kind: 'dispute'
      disputeId: string
      state: OpenDispute
      /** In one line; null when the provider gives none. */
      reason: string | null
      /** A day, in UTC. */
      since: string
      /** Until when the owner can answer, to the minute in UTC; null when the provider does not say. */
      respondBy: string | null
    } & StoredMoney)
  /** Only in the order's history. */
  | ({ kind: 'dispute_ended'; disputeId: string; state: 'won' | 'lost' | 'closed' } & StoredMoney)
  /** In the words of an earlier version. */
  | { kind: 'text'; text: string }

export const storedMoney = ({ amount, currency }: { amount: bigint; currency: string }): StoredMoney => ({
  amount: String(amount),
  currency,
})

/** Whether the owner was alerted because the provider no longer reports on a refund that is under way. */
export const isLost = ({ status, failure }: Pick<Refund, 'status' | 'failure'>): boolean =>
  status === 'PENDING' && failure !== null

export const storedAlerts = ({ alerts }: Pick<Order, 'alerts'>): Alert[] =>
  // Only alerts are stored in the column.
  alerts as Alert[]

export const storedAlert = ({ alert }: Pick<OrderEvent, 'alert'>): Alert | null =>
  // Only alerts are stored in the column, or, in the history from before there were any, the id of a dispute.
  alert as Alert | null

/** The alert with its free texts changed. */
export function reworded(alert: Alert, change: (text: string) => string): Alert {
  switch (alert.kind) {
    case 'refund_failed':
    case 'refund_lost':
      return { ...alert, why: change(alert.why) }
    case 'out_of_stock':
      return { ...alert, products: alert.products.map(change) }
    case 'dispute':
      return { ...alert, reason: alert.reason && change(alert.reason) }
    case 'text':
      return { ...alert, text: change(alert.text) }
    default:
      return alert
  }
}
