import { z } from 'zod'

export const noticeCode = z.enum([
  ...(['ITEM_INVALID', 'ITEM_UNAVAILABLE', 'ITEM_OUT_OF_STOCK', 'ITEM_LIMITED'] as const),
  ...(['DISCOUNT_NOT_APPLIED', 'POINTS_NOT_APPLIED'] as const),
])

/** A notice as REST answers it. */
export const noticeShape = z
  .object({
    code: noticeCode,
    message: z.string().meta({ description: 'The reason, for display to the shopper.' }),
    itemIndex: z
      .int()
      .optional()
      .meta({ description: 'The index of the item, counted from 0; absent if the notice concerns the whole cart.' }),
    productId: z.string().optional().meta({ description: 'The ID of the item’s product, if it names one.' }),
  })
  .meta({ id: 'Notice', description: 'A notice about something that was left out.' })
