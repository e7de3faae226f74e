/** The mails that follow a sale. A CHECK of the database holds the same list. */
export const MailName = {
  ORDER_CONFIRMED: 'ORDER_CONFIRMED',
  ORDER_SHIPPED: 'ORDER_SHIPPED',
  ORDER_CANCELLED: 'ORDER_CANCELLED',
  ORDER_REFUNDED: 'ORDER_REFUNDED',
  NEW_ORDER: 'NEW_ORDER',
  NEEDS_ATTENTION: 'NEEDS_ATTENTION',
} as const
export type MailName = (typeof MailName)[keyof typeof MailName]

export const mailNames = Object.values(MailName)

/** Whom mails are written to. */
export const MailRecipient = { BUYER: 'BUYER', OWNER: 'OWNER' } as const
export type MailRecipient = (typeof MailRecipient)[keyof typeof MailRecipient]

export const recipientOf = (name: MailName): MailRecipient =>
  name === 'NEW_ORDER' || name === 'NEEDS_ATTENTION' ? 'OWNER' : 'BUYER'

/** What of the price has gone back with a refund and those before it; nothing of it when a payment too many went back. */
export type RefundExtent = 'all' | 'part' | 'extra'
