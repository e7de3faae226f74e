/** Where a refund stands. A CHECK of the database holds the same list. */
export const RefundStatus = {
  PENDING: 'PENDING',
  PROCESSED: 'PROCESSED',
  FAILED: 'FAILED',
} as const
export type RefundStatus = (typeof RefundStatus)[keyof typeof RefundStatus]
