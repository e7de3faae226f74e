import { getProduct } from '../catalog/page/find-product.ts'
import type { Product, Review } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { hasBought } from '../orders/has-bought.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { parseInput } from '../platform/input/parse-input.ts'
import { emitEvents } from '../webhooks/emit-events.ts'
import type { WebhookEvent } from '../webhooks/event-types.ts'
import { ANONYMOUS } from './review-format.ts'
import { reviewInput } from './review-input.ts'

/** Stores a shopper's review, which then waits for the owner's approval. @throws Problem BAD_USER_INPUT, NOT_FOUND */
export async function submitReview(context: Context, productId: string, input: unknown): Promise<Review> {
  const { rating, body, title, name } = parseInput(reviewInput, input)
  const product = await getProduct(context, productId)
  const customer = await context.viewer()
  const { services, store } = context
  const verified = customer !== null && (await hasBought(context, customer.id, product.id))
  return inTransaction(services.db.prisma, async (tx) => {
    const review = await tx.review.create({
      data: {
        storeId: store.id,
        productId: product.id,
        customerId: customer?.id ?? null,
        reviewerName: customer?.name ?? name ?? ANONYMOUS,
        rating,
        title: title ?? '',
        body,
        verified,
        createdAt: services.clock(),
      },
    })
    await emitEvents(tx, services, store.id, () => [reviewSubmitted(review, product)])
    return review
  })
}

const reviewSubmitted = (review: Review, product: Pick<Product, 'id' | 'name'>): WebhookEvent => ({
  type: 'review.submitted',
  subject: `review:${review.id}`,
  data: {
    review: {
      id: review.id,
      product_id: product.id,
      product_name: product.name,
      customer_id: review.customerId,
      reviewer_name: review.reviewerName,
      rating: review.rating,
      title: review.title,
      body: review.body,
      verified: review.verified,
      status: review.status.toLowerCase(),
      created_at: review.createdAt.toISOString(),
    },
  },
})
