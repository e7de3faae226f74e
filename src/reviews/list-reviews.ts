import type { Context } from '../gateway/context.ts'
import { defineLoader } from '../gateway/loader.ts'
import type { Product, Review } from '../generated/prisma/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { type Connection, newestFirst, type PageArgs, pageSize } from '../platform/pagination.ts'

export const MAX_REVIEWS = 100

interface ReviewPage {
  productId: string
  limit: number
  after: string | null
}

/** A product's approved reviews, newest first. Lookups for many products share one statement. */
export async function listReviews(context: Context, product: Product, args: PageArgs): Promise<Connection<Review>> {
  const size = pageSize(args, MAX_REVIEWS)
  const page = { productId: product.id, limit: size + 1, after: args.after ?? null }
  return newestFirst.connection(await reviewPages(context).load(page), size, args)
}

/** Pages with the same size and cursor share one statement; a query rarely asks for more than one kind. */
const reviewPages = defineLoader<ReviewPage, Review[], string>(
  async (context, pages) => {
    const kinds = new Map<string, { page: ReviewPage; productIds: string[] }>()
    for (const page of pages) {
      const kind = kinds.get(kindOf(page)) ?? { page, productIds: [] }
      kind.productIds.push(page.productId)
      kinds.set(kindOf(page), kind)
    }
    const found = new Map<string, Review[]>()
    for (const { page, productIds } of kinds.values()) {
      for (const review of await newestOfEach(context, productIds, page)) {
        const key = keyOf({ ...page, productId: review.productId })
        const reviews = found.get(key) ?? []
        reviews.push(review)
        found.set(key, reviews)
      }
    }
    return pages.map((page) => found.get(keyOf(page)) ?? [])
  },
  (page) => keyOf(page),
)

const kindOf = ({ limit, after }: ReviewPage) => `${limit}:${after ?? ''}`
const keyOf = (page: ReviewPage) => `${page.productId}:${kindOf(page)}`

/** Prisma's `take` on a relation would read every review and cut the list in memory. */
function newestOfEach(
  { services, store }: Context,
  productIds: string[],
  { limit, after }: ReviewPage,
): Promise<Review[]> {
  const [createdAt, id] = after ? newestFirst.decode(after) : []
  const behind = after ? Prisma.sql`AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)` : Prisma.empty
  return services.prisma.$queryRaw<Review[]>`
    SELECT newest.*
    FROM unnest(${productIds}::uuid[]) AS product (id)
    CROSS JOIN LATERAL (
      SELECT store_id AS "storeId", id, product_id AS "productId", customer_id AS "customerId",
        reviewer_name AS "reviewerName", rating, title, body, verified, status,
        created_at AS "createdAt", moderated_at AS "moderatedAt"
      FROM reviews
      WHERE store_id = ${store.id}::uuid AND product_id = product.id AND status = 'APPROVED' ${behind}
      ORDER BY created_at DESC, id DESC
      LIMIT ${limit}
    ) AS newest`
}
