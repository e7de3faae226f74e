import { z } from 'zod'

export const noticeCode = z.enum([
  ...(['ITEM_INVALID', 'ITEM_UNAVAILABLE', 'ITEM_OUT_OF_STOCK', 'ITEM_LIMITED'] as const),
  ...(['DISCOUNT_NOT_APPLIED', 'POINTS_NOT_APPLIED'] as const),
])

/** A notice as REST answers it. */
export const noticeShape = z
  .object({
    code: noticeCode,
    message: z.string().meta({ description: 'Why, for the shopper.' }),
    itemIndex: z.int().optional().meta({ description: 'Which item, counted from 0; not there for the whole cart.' }),
    productId: z.string().optional().meta({ description: 'The product that the item names, if it names one.' }),
  })
  .meta({ id: 'Notice', description: 'Something that was left out, and why.' })
