import type { Prisma, Product, Review } from '../../generated/prisma/client.ts'
import { recordset } from '../../platform/database/bulk-rows.ts'
import { columnsOf, storeStatement } from '../../platform/database/store-statement.ts'
import type { ReviewStatus } from './moderate-review.ts'

// SQL: frequent lists of many products' newest reviews, and bulk locks and counters of bundles.

const shown = [
  'id',
  'reviewerName',
  'rating',
  'title',
  'body',
  'verified',
  'createdAt',
] as const satisfies (keyof Review)[]

export type ShownReview = Pick<Review, (typeof shown)[number]>

export type Rated = Pick<Product, 'reviewCount' | 'ratingSum'>

export type ListedReview = ShownReview & Pick<Review, 'productId'>

const BEHIND = 'AND (created_at, id) < ($4::timestamptz, $5::uuid)'

const newestOf = (columns: readonly string[], productId: string, condition: string) => `
  SELECT ${columnsOf(columns)} FROM reviews
  WHERE store_id = $1 AND product_id = ${productId} AND status = 'APPROVED' ${condition}
  ORDER BY created_at DESC, id DESC LIMIT $3`

const ofProducts = (condition: string) => `
  SELECT newest.* FROM unnest($2::uuid[]) AS product (id)
  CROSS JOIN LATERAL (${newestOf(['productId', ...shown], 'product.id', condition)}) AS newest`

export const newestReviews = storeStatement<ListedReview>('reviews', ofProducts(''))
export const reviewsBehind = storeStatement<ListedReview>('reviews behind a cursor', ofProducts(BEHIND))

/** One product at most, so that its reviews keep their order. */
const ofProduct = (condition: string) => `
  SELECT ${columnsOf(['reviewCount', 'ratingSum'])}, newest.* FROM products
  LEFT JOIN LATERAL (${newestOf(shown, '$2', condition)}) AS newest ON true
  WHERE products.store_id = $1 AND products.id = $2 AND active`

export type RowOfProduct = Rated & (ShownReview | { id: null })

export const newestOfProduct = storeStatement<RowOfProduct>('reviews of a product', ofProduct(''))
export const behindOfProduct = storeStatement<RowOfProduct>('reviews of a product behind a cursor', ofProduct(BEHIND))

export interface StoredReview {
  id: string
  productId: string
  name: string
  title: string
  body: string
  rating: number
  status: ReviewStatus
  createdAt: Date
  moderatedAt: Date | null
}

type WrittenReview = Pick<StoredReview, 'productId' | 'name' | 'title' | 'body'>

/** Approved ones first, then the oldest. */
export const lockSameReviews = (
  { tx, storeId }: { tx: Prisma.TransactionClient; storeId: string },
  reviews: readonly WrittenReview[],
): Promise<StoredReview[]> =>
  // A join by slug would be a slow nested loop on tables never analysed.
  tx.$queryRaw<StoredReview[]>`
    SELECT r.id, r.product_id AS "productId", r.reviewer_name AS name, r.title, r.body, r.rating,
           r.status::text AS status, r.created_at AS "createdAt", r.moderated_at AS "moderatedAt"
    FROM jsonb_to_recordset(${recordset(reviews, ['productId', 'name', 'title', 'body'])}::jsonb)
           AS d("productId" uuid, name text, title text, body text)
    JOIN reviews r ON r.store_id = ${storeId}::uuid AND r.product_id = d."productId"
           AND r.reviewer_name = d.name AND r.title = d.title AND r.body = d.body
    ORDER BY r.status = 'APPROVED' DESC, r.created_at, r.id
    FOR UPDATE OF r`

/** Recounts, which corrects wrong counters. Needs the locks of the products. */
export async function recountReviews(
  tx: Prisma.TransactionClient,
  storeId: string,
  productIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE products AS p SET review_count = a.count, rating_sum = a.sum, updated_at = now()
    FROM (
      SELECT i.id, count(r.id)::integer AS count, coalesce(sum(r.rating), 0)::integer AS sum
      FROM unnest(${productIds}::uuid[]) AS i(id)
      LEFT JOIN reviews r ON r.store_id = ${storeId}::uuid AND r.product_id = i.id AND r.status = 'APPROVED'
      GROUP BY i.id
    ) AS a
    WHERE p.store_id = ${storeId}::uuid AND p.id = a.id AND (p.review_count, p.rating_sum) <> (a.count, a.sum)`
}
