/** What webhooks can be told of, and when. The names are public. */
export const eventTypes = {
  'order.confirmed': 'An order was paid for, or cost nothing.',
  'order.status_changed': 'The owner has moved an order: to shipped, delivered or cancelled.',
  'order.needs_attention': 'There is a reason for the owner to look at an order, such as a refund that is due.',
  'review.submitted': 'A review waits for the owner’s approval.',
  'lead.submitted': 'A visitor has left a message.',
  'stock.low':
    'A counted stock has fallen to the store’s threshold, or below; told once each time that it falls there.',
} as const

export type EventType = keyof typeof eventTypes

export const eventNames = Object.keys(eventTypes) as EventType[]

/** Something that has happened in a store. */
export interface WebhookEvent {
  type: EventType
  /** What it happened to, such as `order:<id>`: its events reach a webhook in their order. */
  subject: string
  /** What is told, in the spellings of the REST interface. */
  data: object
}
