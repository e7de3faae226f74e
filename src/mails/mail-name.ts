/** Mails after a sale. A CHECK of the database holds the same list. */
export const MailName = {
  ORDER_CONFIRMED: 'ORDER_CONFIRMED',
  ORDER_READY: 'ORDER_READY',
  ORDER_SHIPPED: 'ORDER_SHIPPED',
  ORDER_CANCELLED: 'ORDER_CANCELLED',
  ORDER_REFUNDED: 'ORDER_REFUNDED',
  NEW_ORDER: 'NEW_ORDER',
  NEEDS_ATTENTION: 'NEEDS_ATTENTION',
} as const
export type MailName = (typeof MailName)[keyof typeof MailName]

export const mailNames = Object.values(MailName)

export const MailRecipient = { BUYER: 'BUYER', OWNER: 'OWNER' } as const
export type MailRecipient = (typeof MailRecipient)[keyof typeof MailRecipient]

export const recipientOf = (name: MailName): MailRecipient =>
  name === 'NEW_ORDER' || name === 'NEEDS_ATTENTION' ? 'OWNER' : 'BUYER'

/** Why a mail was not even tried. A CHECK of the database holds the same list. */
export const MailObstacle = { NO_MAIL_SERVER: 'NO_MAIL_SERVER' } as const
export type MailObstacle = (typeof MailObstacle)[keyof typeof MailObstacle]

export const obstacleWords: Readonly<Record<MailObstacle, string>> = {
  NO_MAIL_SERVER: 'No mail server is set up.',
}

/** The share of the price refunded so far; `extra` for a duplicate payment. */
export type RefundExtent = 'all' | 'part' | 'extra'
