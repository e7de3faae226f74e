/** With their public descriptions. */
export const eventTypes = {
  'order.confirmed':
    'An order was paid for, its total was 0, or it is to be paid later: `payment_method.due` is what is still to be paid then.',
  'order.paid': 'An order with a payment method of the store, on delivery or by hand, was paid in full.',
  'order.payment_undone':
    'The owner has taken back that a payment of an order was recorded: `payment_method.due` is still to be paid.',
  'order.ready': 'The goods of an order wait to be picked up; its status stays confirmed.',
  'order.status_changed':
    'The owner has changed the status of an order to shipped, delivered or cancelled, or from delivered back to what it was.',
  'order.refunded': 'An order was refunded, in full or in part.',
  'order.needs_attention': 'An order needs the owner’s attention, for example because a refund is due.',
  'review.submitted': 'A review was submitted and awaits the owner’s approval.',
  'lead.submitted': 'A visitor has submitted a message.',
  'stock.low':
    'A tracked stock has fallen to the store’s threshold or below. Sent once each time it falls to that level.',
} as const

export type EventType = keyof typeof eventTypes

export const eventNames = Object.keys(eventTypes) as EventType[]

export interface WebhookEvent {
  type: EventType
  /** Such as `order:<id>`. Events with the same subject are delivered in order. */
  subject: string
  /** With the field names of the REST interface. */
  data: object
}
