import type { Order, Refund } from '../../../generated/prisma/client.ts'
import { type Alert, storedAlerts } from './alert.ts'
import { alertsInWords } from './alert-words.ts'

/** The two columns of an order that say why it needs attention. They are always written together. */
export type Alerted = Pick<Order, 'needsAttention'> & { alerts: Alert[] }

type Stored = Pick<Order, 'alerts' | 'needsAttention'>

/**
 * The alerts of an order. Where an earlier version has written other words than the alerts have, or there are none, the
 * words count.
 */
export function alertsOf(order: Stored): Alert[] {
  const { needsAttention } = order
  if (needsAttention === null) return []
  const alerts = storedAlerts(order)
  return alertsInWords(alerts) === needsAttention ? alerts : [{ kind: 'text', text: needsAttention }]
}

export const asColumns = (alerts: Alert[]): Alerted => ({
  alerts,
  needsAttention: alerts.length === 0 ? null : alertsInWords(alerts),
})

/** Adds alerts to those of the order. */
export const withAlerts = (order: Stored, ...more: Alert[]): Alerted => asColumns([...alertsOf(order), ...more])

/** What has happened. */
interface Resolved {
  /** The whole price of the order has been refunded. */
  isWhole?: boolean
  /** The id of a payment too many, all of which was refunded. */
  extraPayment?: string | null
  /** A refund on which the provider reports again. */
  found?: Pick<Refund, 'id'>
  /** The id of a payment that was captured, or refunded as a whole. */
  captured?: string | undefined
  /** The provider's id of a dispute that has ended, or about which there is something newer to say. */
  dispute?: string
}

/** Removes the alerts that are dealt with. A second payment stays mentioned until it is given back itself. */
export const withoutResolved = (order: Stored, resolved: Resolved): Alerted =>
  asColumns(alertsOf(order).filter((alert) => !isResolved(alert, resolved)))

function isResolved(alert: Alert, { isWhole = false, extraPayment, found, captured, dispute }: Resolved): boolean {
  switch (alert.kind) {
    case 'cancelled_when_paid':
    case 'paid_when_cancelled':
    case 'refund_failed':
      return isWhole
    case 'refund_lost':
      return isWhole || alert.refundId === found?.id
    case 'paid_twice':
      return alert.providerPaymentId === extraPayment
    case 'only_authorized':
      return alert.providerPaymentId === captured
    case 'dispute':
      return alert.disputeId === dispute
    default:
      return false
  }
}
