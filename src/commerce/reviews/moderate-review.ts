import type { Context } from '../../api/context.ts'
import type { Review } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import { indexRatings } from '../catalog/search/index/index-products.sql.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'
import { changeContent } from '../stores/change-content.ts'

export const ReviewStatus = {
  PENDING: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
} as const
export type ReviewStatus = (typeof ReviewStatus)[keyof typeof ReviewStatus]

type Scope = Pick<Context, 'services' | 'store'> & ChangedBy

/** Repeating it changes nothing. @throws Problem NOT_FOUND */
export const approveReview = (scope: Scope, id: string): Promise<Review> => moderate(scope, id, 'APPROVED')

/** Also hides approved ones. @throws Problem NOT_FOUND */
export const rejectReview = (scope: Scope, id: string): Promise<Review> => moderate(scope, id, 'REJECTED')

/** Pending again, as if it had not been looked at. Repeating it changes nothing. @throws Problem NOT_FOUND */
export const reopenReview = (scope: Scope, id: string): Promise<Review> => moderate(scope, id, 'PENDING')

async function moderate(scope: Scope, id: string, status: ReviewStatus): Promise<Review> {
  if (!isUuid(id)) throw new Problem('NOT_FOUND', 'Review not found', { reason: 'REVIEW_NOT_FOUND' })
  const { services, store } = scope
  const key = { storeId: store.id, id }
  return changeContent(scope, async (tx) => {
    // A second moderator then sees the first one's status.
    await lockRow(tx, 'reviews', key, { alone: true })
    const review = await tx.review.findUnique({ where: { storeId_id: key } })
    if (!review) throw new Problem('NOT_FOUND', 'Review not found', { reason: 'REVIEW_NOT_FOUND' })
    if (review.status === status) return review

    const { name: subjectName } = await tx.product.findUniqueOrThrow({
      where: { storeId_id: { storeId: store.id, id: review.productId } },
      select: { name: true },
    })
    const fields = [{ name: 'status', from: review.status, to: status }]
    // Under the product's name: the reviewer's may be erased.
    await recordChange(tx, scope, { subject: 'REVIEW', subjectId: id, subjectName, action: 'CHANGED', fields })
    const counted = Number(status === 'APPROVED') - Number(review.status === 'APPROVED')
    if (counted !== 0) {
      await tx.product.update({
        where: { storeId_id: { storeId: store.id, id: review.productId } },
        data: { reviewCount: { increment: counted }, ratingSum: { increment: counted * review.rating } },
      })
      await indexRatings({ tx, storeId: store.id }, [review.productId])
    }
    const moderatedAt = status === 'PENDING' ? null : services.clock()
    return tx.review.update({ where: { storeId_id: key }, data: { status, moderatedAt } })
  })
}
