/** What became of a review. A CHECK of the database holds the same list. */
export const ReviewStatus = {
  PENDING: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
} as const
export type ReviewStatus = (typeof ReviewStatus)[keyof typeof ReviewStatus]
