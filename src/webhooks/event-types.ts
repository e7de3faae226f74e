/** Event types that webhooks can subscribe to, with their public descriptions. */
export const eventTypes = {
  'order.confirmed': 'An order was paid for, or cost nothing.',
  'order.status_changed': 'The owner has moved an order: to shipped, delivered or cancelled.',
  'order.refunded': 'Money of an order has gone back to its buyer: all of it, or a part.',
  'order.needs_attention': 'There is a reason for the owner to look at an order, such as a refund that is due.',
  'review.submitted': 'A review waits for the owner’s approval.',
  'lead.submitted': 'A visitor has left a message.',
  'stock.low':
    'A counted stock has fallen to the store’s threshold, or below; told once each time that it falls there.',
} as const

export type EventType = keyof typeof eventTypes

export const eventNames = Object.keys(eventTypes) as EventType[]

export interface WebhookEvent {
  type: EventType
  /** What the event is about, such as `order:<id>`. Events with the same subject are delivered in order. */
  subject: string
  /** The payload, with the field names of the REST interface. */
  data: object
}
