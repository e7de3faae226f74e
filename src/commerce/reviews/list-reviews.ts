import type { Context } from '../../api/context.ts'
import { definePageLoader } from '../../api/graphql/schema/page-loader.ts'
import type { Prisma, Product, Review } from '../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../../platform/counted-page.ts'
import { type Connection, newestFirst, type PageArgs, pageSize } from '../../platform/pagination.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
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

/** Approved, newest first. Lookups of many products share one statement. */
export async function listReviews(
  context: Context,
  product: Rated & Pick<Product, 'id'>,
  args: PageArgs,
): Promise<ReviewPage> {
  const reviews = await newestFirst.page(args, MAX_REVIEWS, (limit, after) =>
    reviewPages(context).load({ ownerId: product.id, limit, after }),
  )
  return { ...reviews, summary: reviewSummary(product) }
}

/** By the id of an active product, read along; null when there is none. */
export async function findReviews(
  context: Context,
  { productId, ...args }: PageArgs & { productId: string },
): Promise<ReviewPage | null> {
  const size = pageSize(args, MAX_REVIEWS)
  const after = newestFirst.valuesOf(args.after)
  if (!isUuid(productId)) return null
  const statement = after.length > 0 ? behindOfProduct : newestOfProduct
  const rows = await readContent(context, statement, productId, size + 1, ...after)
  const [product] = rows
  if (!product) return null
  return { ...newestFirst.connection(rows.filter(isReview), size, args), summary: reviewSummary(product) }
}

/** A product without reviews has one row, too. */
const isReview = (row: RowOfProduct): row is Rated & ShownReview => row.id !== null

/** The newest approved reviews of each product. */
const reviewPages = definePageLoader<ListedReview>(
  ({ productId }) => productId,
  (context, productIds, { limit, after }) =>
    readContent(context, after.length > 0 ? reviewsBehind : newestReviews, productIds, limit, ...after),
)

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
  if (productId && !isUuid(productId))
    throw new Problem('NOT_FOUND', 'Product not found', { reason: 'PRODUCT_NOT_FOUND' })
  const { review } = services.db.prisma
  const where: Prisma.ReviewWhereInput = {
    storeId: store.id,
    ...(status && { status }),
    ...(productId && { productId }),
  }
  return countedRows(newestFirst, page, review, where, query)
}

/** The mean has at most 2 decimals; 0 without reviews. */
export function reviewSummary({ reviewCount, ratingSum }: Pick<Product, 'reviewCount' | 'ratingSum'>) {
  const average = reviewCount === 0 ? 0 : Math.round((ratingSum * 100) / reviewCount) / 100
  return { count: reviewCount, average }
}
