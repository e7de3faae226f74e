/** Where a webhook’s message stands. A CHECK of the database holds the same list. */
export const WebhookMessageStatus = {
  WAITING: 'WAITING',
  DELIVERED: 'DELIVERED',
  GIVEN_UP: 'GIVEN_UP',
} as const
export type WebhookMessageStatus = (typeof WebhookMessageStatus)[keyof typeof WebhookMessageStatus]
