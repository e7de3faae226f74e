import type { Review } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { type CountedConnection, type CountedPageArgs, countedPage } from '../platform/counted-page.ts'
import { newestFirst } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ReviewStatus } from './review-status.ts'

export interface ReviewFilter {
  status?: ReviewStatus | null | undefined
  productId?: string | null | undefined
}

/** Relations to include, taken from the GraphQL selection. */
export type ReviewQuery = { include?: { product?: boolean | object; customer?: boolean | object } }

/** The store's reviews of any status, newest first. @throws Problem BAD_USER_INPUT, NOT_FOUND */
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
