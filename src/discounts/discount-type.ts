/** How a discount counts. A CHECK of the database holds the same list. */
export const DiscountType = {
  PERCENT: 'PERCENT',
  FIXED: 'FIXED',
} as const
export type DiscountType = (typeof DiscountType)[keyof typeof DiscountType]
