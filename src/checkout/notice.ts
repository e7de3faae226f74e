import { z } from 'zod'
import type { CartItem } from '../carts/cart-line.ts'
import type { MissingPart } from '../delivery/zones.ts'
import type { Order } from '../generated/prisma/client.ts'
import type { Deprecation } from '../platform/deprecation.ts'
import { isUuid } from '../platform/uuid.ts'
import type { DiscountRefusal } from './pricing/discount.ts'

const noticeCode = z.enum([
  ...(['ITEM_INVALID', 'ITEM_UNAVAILABLE', 'ITEM_OUT_OF_STOCK', 'ITEM_LIMITED'] as const),
  ...(['DISCOUNT_NOT_APPLIED', 'POINTS_NOT_APPLIED', 'DELIVERY_UNAVAILABLE', 'METHOD_UNAVAILABLE'] as const),
  'TOTAL_CHANGED',
])

export const noticeShape = z
  .object({
    code: noticeCode,
    message: z.string().meta({ description: 'The reason, for display to the shopper.' }),
    itemIndex: z
      .int()
      .optional()
      .meta({ description: 'The index of the item, counted from 0; absent if the notice concerns the whole cart.' }),
    productId: z.string().optional().meta({ description: 'The ID of the item’s product, if it names one.' }),
    needs: z.string().optional().meta({
      description:
        'With `DELIVERY_UNAVAILABLE`: what `delivery` has to name as well, `country`, `region` or `postalCode`; absent if that would not help.',
    }),
    total: z
      .number()
      .optional()
      .meta({ description: 'With `TOTAL_CHANGED`, in problems alone: what the order would cost.' }),
  })
  .meta({ id: 'Notice', description: 'A notice about something that was left out.' })

/** Of `item`, the older name of `itemIndex`. */
export const olderItem: Deprecation = { since: '2026-11-26', sunset: '2027-11-26', use: 'itemIndex' }

export interface Notice {
  code: Exclude<z.output<typeof noticeCode>, 'TOTAL_CHANGED'>
  message: string
  /** From 0; null for the whole cart. */
  item: number | null
  /** Absent for the whole cart and in old notices. */
  productId?: string
  /** What the destination has to say for a zone to have it. */
  needs?: MissingPart
}

export const shownNotice = ({ code, message, item, productId, needs }: ShowableNotice) => ({
  code,
  message,
  ...(item !== null && { itemIndex: item }),
  ...(productId != null && { productId }),
  ...(needs != null && { needs }),
})

type ShowableNotice = Pick<Notice, 'code' | 'message' | 'item'> & { productId?: string | null; needs?: string | null }

/** Adds the items' products; texts that are no ids are left out. */
export const withProducts = (notices: readonly Notice[], items: readonly CartItem[]): Notice[] =>
  notices.map((notice) => {
    const id = notice.item === null ? undefined : items[notice.item]?.id
    return id !== undefined && isUuid(id) ? { ...notice, productId: id } : notice
  })

export const itemNotice = (code: Notice['code'], item: number, message: string): Notice => ({ code, message, item })

type Refusal = DiscountRefusal | 'UNKNOWN' | 'TAKES_NOTHING'

const refusals: Record<Refusal, string> = {
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
  TAKES_NOTHING: 'This discount code takes nothing off this order.',
}

export const discountNotice = (refusal: Refusal): Notice => ({
  code: 'DISCOUNT_NOT_APPLIED',
  message: refusals[refusal],
  item: null,
})

export const pointsNotice = (message: string): Notice => ({ code: 'POINTS_NOT_APPLIED', message, item: null })

/** Of an order. */
export const noticesOf = ({ notices }: Pick<Order, 'notices'>): Notice[] =>
  // Only place-order.ts writes the column.
  notices as unknown as Notice[]
