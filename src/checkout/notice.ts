import type { Order } from '../generated/prisma/client.ts'
import type { DiscountRefusal } from './pricing/discount.ts'

/** Tells the shopper what was left out of the cart, and why. */
export interface Notice {
  code:
    | 'ITEM_INVALID'
    | 'ITEM_UNAVAILABLE'
    | 'ITEM_OUT_OF_STOCK'
    | 'ITEM_LIMITED'
    | 'DISCOUNT_NOT_APPLIED'
    | 'POINTS_NOT_APPLIED'
  message: string
  /** The index of the cart item, from 0; null when the notice is about the whole cart. */
  item: number | null
}

export const itemNotice = (code: Notice['code'], item: number, message: string): Notice => ({ code, message, item })

const refusals: Record<DiscountRefusal | 'UNKNOWN', string> = {
  UNKNOWN: 'This discount code does not exist.',
  INACTIVE: 'This discount code is not active.',
  NOT_STARTED: 'This discount code is not valid yet.',
  ENDED: 'This discount code has expired.',
  BELOW_MINIMUM: 'The order is below the minimum for this discount code.',
  USED_UP: 'This discount code has been used up.',
  USED_UP_BY_BUYER: 'You have already used this discount code.',
  HELD_BY_BUYER:
    'Because earlier orders were not paid, your unpaid orders cannot have this discount code more often. Pay one first.',
  NO_PHONE: 'This discount code needs a phone number with digits.',
}

export const discountNotice = (refusal: DiscountRefusal | 'UNKNOWN'): Notice => ({
  code: 'DISCOUNT_NOT_APPLIED',
  message: refusals[refusal],
  item: null,
})

export const pointsNotice = (message: string): Notice => ({ code: 'POINTS_NOT_APPLIED', message, item: null })

/** The order's stored notices. The cast is safe, because only place-order.ts writes the column. */
export const noticesOf = ({ notices }: Pick<Order, 'notices'>): Notice[] => notices as unknown as Notice[]
