import type { Product, Review } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { defineLoader } from '../graphql/schema/loader.ts'
import { type CountedConnection, type CountedPageArgs, countedPage } from '../platform/counted-page.ts'
import { type Connection, newestFirst, type PageArgs, pageSize } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'
import { readContent } from '../stores/read-content.ts'
import type { ReviewStatus } from './moderate-review.ts'
import {
  behindOfProduct,
  type ListedReview,
  newestOfProduct,
  newestReviews,
  type Rated,
  type RowOfProduct,
  reviewsBehind,
  type ShownReview,
} from './reviews.sql.ts'

export const MAX_REVIEWS = 100

export type ReviewPage = Connection<ShownReview> & {
  summary: ReturnType<typeof reviewSummary>
}

interface PageKey {
  productId: string
  limit: number
  after: string | null
}

/** Approved, newest first. Lookups of many products share one statement. */
export async function listReviews(
  context: Context,
  product: Rated & Pick<Product, 'id'>,
  args: PageArgs,
): Promise<ReviewPage> {
  const size = pageSize(args, MAX_REVIEWS)
  const page = { productId: product.id, limit: size + 1, after: args.after ?? null }
  const rows = await reviewPages(context).load(page)
  return { ...newestFirst.connection(rows, size, args), summary: reviewSummary(product) }
}

/** By the id of an active product, read along; null when there is none. */
export async function findReviews(
  context: Context,
  { productId, ...args }: PageArgs & { productId: string },
): Promise<ReviewPage | null> {
  const size = pageSize(args, MAX_REVIEWS)
  const after = args.after ? newestFirst.decode(args.after) : null
  if (!isUuid(productId)) return null
  const rows = after
    ? await readContent(context, behindOfProduct, productId, size + 1, ...after)
    : await readContent(context, newestOfProduct, productId, size + 1)
  const [product] = rows
  if (!product) return null
  return { ...newestFirst.connection(rows.filter(isReview), size, args), summary: reviewSummary(product) }
}

/** A product without reviews has one row, too. */
const isReview = (row: RowOfProduct): row is Rated & ShownReview => row.id !== null

/** Pages of one size and cursor share a statement. */
const reviewPages = defineLoader<PageKey, ListedReview[], string>(
  async (context, pages) => {
    const kinds = new Map<string, { page: PageKey; productIds: string[] }>()
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

const kindOf = ({ limit, after }: PageKey) => `${limit}:${after ?? ''}`
const keyOf = (page: PageKey) => `${page.productId}:${kindOf(page)}`

function newestOfEach(context: Context, productIds: string[], { limit, after }: PageKey): Promise<ListedReview[]> {
  return after
    ? readContent(context, reviewsBehind, productIds, limit, ...newestFirst.decode(after))
    : readContent(context, newestReviews, productIds, limit)
}

interface ReviewFilter {
  status?: ReviewStatus | null | undefined
  productId?: string | null | undefined
}

type ReviewQuery = { include?: { product?: boolean | object; customer?: boolean | object } }

/** Any status, newest first. @throws Problem BAD_USER_INPUT, NOT_FOUND */
export async function listStoreReviews(
  { services, store }: Pick<Context, 'services' | 'store'>,
  { status, productId, ...page }: CountedPageArgs & ReviewFilter,
  query: ReviewQuery = {},
): Promise<CountedConnection<Review>> {
  if (productId && !isUuid(productId)) throw new Problem('NOT_FOUND', 'Product not found')
  const { review } = services.db.prisma
  const where = { storeId: store.id, ...(status && { status }), ...(productId && { productId }) }
  return countedPage(newestFirst, page, {
    read: ({ behind, ...rest }) => review.findMany({ ...query, where: { AND: [where, behind] }, ...rest }),
    count: (first) => review.count({ where, ...first }),
  })
}

/** The mean has at most 2 decimals; 0 without reviews. */
export function reviewSummary({ reviewCount, ratingSum }: Pick<Product, 'reviewCount' | 'ratingSum'>) {
  const average = reviewCount === 0 ? 0 : Math.round((ratingSum * 100) / reviewCount) / 100
  return { count: reviewCount, average }
}
