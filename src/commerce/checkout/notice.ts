import { z } from 'zod'
import type { Order } from '../../generated/prisma/client.ts'
import type { Deprecation } from '../../platform/deprecation.ts'
import { isUuid } from '../../platform/uuid.ts'
import { isNoticeReason, type NoticeReason, noticeReasons } from '../../shared/reasons.ts'
import type { CartItem } from '../carts/cart-line.ts'
import type { MissingPart } from '../delivery/zones.ts'
import type { DiscountRefusal } from './pricing/discount.ts'

const noticeCode = z.enum([
  ...(['ITEM_INVALID', 'ITEM_UNAVAILABLE', 'ITEM_OUT_OF_STOCK', 'ITEM_LIMITED'] as const),
  ...(['DISCOUNT_NOT_APPLIED', 'POINTS_NOT_APPLIED', 'DELIVERY_UNAVAILABLE', 'METHOD_UNAVAILABLE'] as const),
  'TOTAL_CHANGED',
])

export const noticeShape = z
  .object({
    code: noticeCode,
    // Object.keys types them as strings.
    reason: z
      .enum([...(Object.keys(noticeReasons) as NoticeReason[]), 'TOTAL_CHANGED'])
      .optional()
      .meta({ description: 'Why, for programs; absent for orders placed before notices had reasons.' }),
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
  /** Absent in old notices. */
  reason?: NoticeReason
  message: string
  /** From 0; null for the whole cart. */
  item: number | null
  /** Absent for the whole cart and in old notices. */
  productId?: string
  /** What the destination has to say for a zone to have it. */
  needs?: MissingPart
}

export const shownNotice = ({ code, reason, message, item, productId, needs }: ShowableNotice) => ({
  code,
  ...(reason != null && { reason }),
  message,
  ...(item !== null && { itemIndex: item }),
  ...(productId != null && { productId }),
  ...(needs != null && { needs }),
})

type ShowableNotice = Pick<Notice, 'code' | 'message' | 'item'> & {
  reason?: NoticeReason | null
  productId?: string | null
  needs?: string | null
}

/** As every new one is. */
export type ReasonedNotice = Notice & Required<Pick<Notice, 'reason'>>

/** Adds the items' products; texts that are no ids are left out. */
export const withProducts = (notices: readonly Notice[], items: readonly CartItem[]): Notice[] =>
  notices.map((notice) => {
    const id = notice.item === null ? undefined : items[notice.item]?.id
    return id !== undefined && isUuid(id) ? { ...notice, productId: id } : notice
  })

export const itemNotice = (
  code: Notice['code'],
  reason: NoticeReason,
  item: number,
  message: string,
): ReasonedNotice => ({ code, reason, message, item })

type Refusal = DiscountRefusal | 'UNKNOWN' | 'TAKES_NOTHING'

const refusals: Record<Refusal, readonly [NoticeReason, string]> = {
  UNKNOWN: ['CODE_UNKNOWN', 'This discount code does not exist.'],
  INACTIVE: ['CODE_INACTIVE', 'This discount code is not active.'],
  NOT_STARTED: ['CODE_NOT_STARTED', 'This discount code is not valid yet.'],
  ENDED: ['CODE_EXPIRED', 'This discount code has expired.'],
  BELOW_MINIMUM: ['CODE_BELOW_MINIMUM', 'The order is below the minimum for this discount code.'],
  USED_UP: ['CODE_USED_UP', 'This discount code has been used up.'],
  USED_UP_BY_BUYER: ['CODE_USED_BY_BUYER', 'You have already used this discount code.'],
  HELD_BY_BUYER: [
    'CODE_HELD_BY_BUYER',
    'Because earlier orders were not paid, your unpaid orders cannot have this discount code more often. Pay one first.',
  ],
  NO_PHONE: ['CODE_NEEDS_PHONE', 'This discount code needs a phone number with digits.'],
  TAKES_NOTHING: ['CODE_TAKES_NOTHING', 'This discount code takes nothing off this order.'],
}

export function discountNotice(refusal: Refusal): ReasonedNotice {
  const [reason, message] = refusals[refusal]
  return { code: 'DISCOUNT_NOT_APPLIED', reason, message, item: null }
}

export const pointsNotice = (reason: NoticeReason, message: string): ReasonedNotice => ({
  code: 'POINTS_NOT_APPLIED',
  reason,
  message,
  item: null,
})

/** Of an order. */
export const noticesOf = ({ notices }: Pick<Order, 'notices'>): Notice[] =>
  // Only place-order.ts writes the column, also that of the next version, which may know more reasons.
  (notices as unknown as Notice[]).map(({ reason, ...notice }) =>
    reason !== undefined && isNoticeReason(reason) ? { ...notice, reason } : notice,
  )
