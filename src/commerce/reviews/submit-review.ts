import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import type { Product, Review } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../platform/input/parse-input.ts'
import { getProduct } from '../catalog/page/find-product.ts'
import { emitEvents } from '../webhooks/emit-events.ts'
import type { WebhookEvent } from '../webhooks/event-types.ts'
import { ANONYMOUS } from './review-format.ts'

const RATING = 'Rating must be 1-5'
const TOO_SHORT = 'Review too short'

export const reviewInput = inputRules({
  required: ['rating'],
  missing: RATING,
  fields: {
    rating: z.int({ error: RATING }).min(1, { error: RATING }).max(5, { error: RATING }),
    body: labelledText({
      label: 'Review',
      min: 5,
      max: 2000,
      trim: true,
      messages: { missing: TOO_SHORT, tooShort: TOO_SHORT },
    }),
    title: optional(labelledText({ label: 'Title', max: 200, trim: true })),
    name: optional(labelledText({ label: 'Name', max: 255, trim: true })),
  },
})

/** Waits for the owner's approval. @throws Problem BAD_USER_INPUT, NOT_FOUND */
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

/** Counts paid orders only. */
async function hasBought({ services, store }: Context, customerId: string, productId: string): Promise<boolean> {
  const item = await services.db.prisma.orderItem.findFirst({
    where: { storeId: store.id, productId, order: { storeId: store.id, customerId, paymentStatus: 'PAID' } },
    select: { position: true },
  })
  return item !== null
}
