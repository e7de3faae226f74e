import { getProduct } from '../catalog/find-product.ts'
import type { Review } from '../generated/prisma/client.ts'
import { hasBought } from '../orders/has-bought.ts'
import type { Context } from '../platform/context.ts'
import { parseInput } from '../platform/input.ts'
import { reviewInput } from './review-input.ts'

/**
 * Takes a shopper's review in; it waits for the owner's approval.
 * @throws Problem BAD_USER_INPUT, NOT_FOUND
 */
export async function submitReview(context: Context, productId: string, input: unknown): Promise<Review> {
  const { rating, body, title, name } = parseInput(reviewInput, input)
  const product = await getProduct(context, productId)
  const customer = await context.viewer()
  const { services, store } = context
  return services.prisma.review.create({
    data: {
      storeId: store.id,
      productId: product.id,
      customerId: customer?.id ?? null,
      reviewerName: customer?.name ?? name ?? 'Anonymous',
      rating,
      title: title ?? '',
      body,
      verified: customer !== null && (await hasBought(context, customer.id, product.id)),
      createdAt: services.clock(),
    },
  })
}
