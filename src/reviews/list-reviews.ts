import type { Context } from '../gateway/context.ts'
import { defineLoader } from '../gateway/loader.ts'
import type { Review } from '../generated/prisma/client.ts'
import { columnsOf, storeStatement } from '../platform/database/store-statement.ts'
import { type Connection, newestFirst, type PageArgs, pageSize } from '../platform/pagination.ts'
import { readContent } from '../stores/read-content.ts'

export const MAX_REVIEWS = 100

const shown = [
  'id',
  'reviewerName',
  'rating',
  'title',
  'body',
  'verified',
  'createdAt',
] as const satisfies (keyof Review)[]

/** What shoppers see of a review. */
export type ShownReview = Pick<Review, (typeof shown)[number]>

type ListedReview = ShownReview & Pick<Review, 'productId'>

interface ReviewPage {
  productId: string
  limit: number
  after: string | null
}

/** A product's approved reviews, newest first. Lookups for many products share one statement. */
export async function listReviews(
  context: Context,
  product: { id: string },
  args: PageArgs,
): Promise<Connection<ShownReview>> {
  const size = pageSize(args, MAX_REVIEWS)
  const page = { productId: product.id, limit: size + 1, after: args.after ?? null }
  return newestFirst.connection(await reviewPages(context).load(page), size, args)
}

/** Pages with the same size and cursor share one statement; a query rarely asks for more than one kind. */
const reviewPages = defineLoader<ReviewPage, ListedReview[], string>(
  async (context, pages) => {
    const kinds = new Map<string, { page: ReviewPage; productIds: string[] }>()
    for (const page of pages) {
      const kind = kinds.get(kindOf(page)) ?? { page, productIds: [] }
      kind.productIds.push(page.productId)
      kinds.set(kindOf(page), kind)
    }
    const found = new Map<string, ListedReview[]>()
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

/** The newest approved reviews of each product. */
function newestOfEach(context: Context, productIds: string[], { limit, after }: ReviewPage): Promise<ListedReview[]> {
  return after
    ? readContent(context, behind, productIds, limit, ...newestFirst.decode(after))
    : readContent(context, newest, productIds, limit)
}

const newestWhere = (condition: string) => `
  SELECT newest.* FROM unnest($2::uuid[]) AS product (id) CROSS JOIN LATERAL (
    SELECT ${columnsOf(['productId', ...shown])} FROM reviews
    WHERE store_id = $1 AND product_id = product.id AND status = 'APPROVED' ${condition}
    ORDER BY created_at DESC, id DESC LIMIT $3
  ) AS newest`

const newest = storeStatement<ListedReview>('reviews', newestWhere(''))
const behind = storeStatement<ListedReview>(
  'reviews behind a cursor',
  newestWhere('AND (created_at, id) < ($4::timestamptz, $5::uuid)'),
)
