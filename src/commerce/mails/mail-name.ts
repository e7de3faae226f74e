import type { Order } from '../../generated/prisma/client.ts'

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

/**
 * What a buyer's own orders send, and with them a stranger who gives somebody's address without paying. The others
 * follow from what the owner does, or go to the owner, who must not miss an order.
 */
export const isBounded = (name: MailName, order: Pick<Order, 'total' | 'provider' | 'paymentStatus'>): boolean =>
  (name === 'ORDER_CONFIRMED' || name === 'ORDER_CANCELLED') && !hasCostMoney(order)

const hasCostMoney = (order: Pick<Order, 'total' | 'provider' | 'paymentStatus'>): boolean =>
  (order.paymentStatus === 'PAID' || order.paymentStatus === 'REFUNDED') &&
  order.total > 0n &&
  order.provider !== 'SANDBOX'

/** Bounded mails to one address, per store and day of its time zone. */
export const BUYER_MAILS_A_DAY = 20

/** Why a mail was not even tried. A CHECK of the database holds the same list. */
export const MailObstacle = { NO_MAIL_SERVER: 'NO_MAIL_SERVER', TOO_MANY_MAILS: 'TOO_MANY_MAILS' } as const
export type MailObstacle = (typeof MailObstacle)[keyof typeof MailObstacle]

export const obstacleWords: Readonly<Record<MailObstacle, string>> = {
  NO_MAIL_SERVER: 'No mail server is set up.',
  TOO_MANY_MAILS: `The address has received ${BUYER_MAILS_A_DAY} mails about new or cancelled orders that were not paid, on that day.`,
}

/** The share of the price refunded so far; `extra` for a duplicate payment. */
export type RefundExtent = 'all' | 'part' | 'extra'

/** All mails about one change of an order. */
export interface OrderMails {
  storeId: string
  orderId: string
  /** The id of each is the same for every attempt. */
  mails: readonly { id: string; name: MailName }[]
  refundId?: string
  extent?: RefundExtent
}
