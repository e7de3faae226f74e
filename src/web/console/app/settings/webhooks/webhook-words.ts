import type { WebhookEvent, WebhookMessageStatus } from '../../../../../generated/console/documents.ts'
import type { Tone } from '../../parts/badge.tsx'

/** The queries that show webhooks and what is sent to them. */
export const WEBHOOK_QUERIES = ['Webhooks', 'WebhookMessages', 'Waiting']

export const events: readonly (readonly [WebhookEvent, string])[] = [
  ['ORDER_CONFIRMED', 'An order came in'],
  ['ORDER_PAID', 'An order was paid later'],
  ['ORDER_STATUS_CHANGED', 'An order was shipped, delivered or cancelled'],
  ['ORDER_REFUNDED', 'An order was refunded'],
  ['ORDER_NEEDS_ATTENTION', 'An order needs attention'],
  ['STOCK_LOW', 'Stock runs low'],
  ['REVIEW_SUBMITTED', 'A review came in'],
  ['LEAD_SUBMITTED', 'A message came in'],
]

export const eventTitle = (event: WebhookEvent): string => events.find(([of]) => of === event)?.[1] ?? event

export const statuses: readonly (readonly [WebhookMessageStatus, string])[] = [
  ['WAITING', 'Waiting'],
  ['DELIVERED', 'Delivered'],
  ['GIVEN_UP', 'Given up'],
]

export const statusTones: Record<WebhookMessageStatus, Tone> = { WAITING: 'busy', DELIVERED: 'good', GIVEN_UP: 'bad' }
