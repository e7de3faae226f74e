import type { Prisma } from '../../generated/prisma/client.ts'
import { type UpdatableTable, updateRows } from '../../platform/database/bulk-rows.ts'
import { issueAt } from '../../platform/input/issues.ts'
import { indexRatings } from '../catalog/search/index/index-products.sql.ts'
import {
  chunks,
  differs,
  given,
  isNotEmpty,
  momentOf,
  noRows,
  type StoreWrite,
  type Tally,
} from '../stores/store-write.ts'
import type { ReviewEntry } from './review-format.ts'
import { reviewKey } from './review-format.ts'
import { lockSameReviews, recountReviews, type StoredReview } from './reviews.sql.ts'

type Target = Pick<StoreWrite, 'tx' | 'storeId'>

const table = {
  name: 'reviews',
  key: 'id',
  columns: {
    id: ['id', 'uuid'],
    rating: ['rating', 'integer'],
    status: ['status', 'text'],
    createdAt: ['created_at', 'timestamptz'],
    moderatedAt: ['moderated_at', 'timestamptz'],
  },
} as const satisfies UpdatableTable

type Text = Pick<ReviewEntry, 'name' | 'title' | 'body'>

const keyOf = (productId: string, { name, title, body }: Text): string =>
  reviewKey({ product: productId, name, title, body })

type StoredReviews = ReadonlyMap<string, StoredReview>

/** Call it before products are locked, as moderation does. Of equal reviews an approved one counts, then the oldest. */
export async function lockReviews(target: Target, reviews: readonly ReviewEntry[]): Promise<StoredReviews> {
  const stored = new Map<string, StoredReview>()
  for (const { entries } of chunks(reviews)) {
    const productIds = await findProductIds(target, entries)
    const wanted = entries.flatMap(({ product, name, title, body }) => {
      const productId = productIds.get(product)
      return productId === undefined ? [] : [{ productId, name, title, body }]
    })
    for (const row of await lockSameReviews(target, wanted)) {
      const key = keyOf(row.productId, row)
      if (!stored.has(key)) stored.set(key, row)
    }
  }
  return stored
}

/** Matches by product, name, title and body; updates rating counters. */
export async function writeReviews(
  target: StoreWrite,
  reviews: readonly ReviewEntry[],
  stored: StoredReviews,
): Promise<Tally> {
  const { tx, storeId, now, issues } = target
  const tally = noRows()
  for (const { start, entries } of chunks(reviews)) {
    const productIds = await findProductIds(target, entries)
    const created: Prisma.ReviewCreateManyInput[] = []
    const updated: StoredReview[] = []
    for (const [index, entry] of entries.entries()) {
      const productId = productIds.get(entry.product)
      const review = productId === undefined ? undefined : stored.get(keyOf(productId, entry))
      if (productId === undefined) {
        const expected = 'the slug of a product in this bundle or in the store'
        issues.push(issueAt(['reviews', start + index, 'product'], expected, entry.product))
      } else if (review) {
        const wanted = reviewFields(entry, review, now)
        if (differs(review, wanted)) updated.push({ ...review, ...wanted })
      } else {
        created.push(newReview(target, productId, entry, start + index))
      }
    }
    if (isNotEmpty(created)) await tx.review.createMany({ data: created })
    await updateRows(target, table, updated)
    await recountReviews(tx, storeId, [...productIds.values()])
    await indexRatings({ tx, storeId }, [...productIds.values()])
    tally.created += created.length
    tally.updated += updated.length
    tally.unchanged += entries.length - created.length - updated.length
    target.advance(entries.length)
  }
  return tally
}

async function findProductIds({ tx, storeId }: Target, entries: readonly ReviewEntry[]): Promise<Map<string, string>> {
  const slugs = [...new Set(entries.map(({ product }) => product))]
  const rows = await tx.product.findMany({ where: { storeId, slug: { in: slugs } }, select: { id: true, slug: true } })
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** The status changes only with approval, so rejected reviews stay rejected. */
function reviewFields({ rating, approved, createdAt }: ReviewEntry, stored: StoredReview, now: Date) {
  const isApproved = stored.status === 'APPROVED'
  const moderation =
    approved === undefined || approved === isApproved
      ? {}
      : { status: approved ? ('APPROVED' as const) : ('PENDING' as const), moderatedAt: approved ? now : null }
  return { rating, ...given({ createdAt }), ...moderation }
}

const newReview = (
  target: StoreWrite,
  productId: string,
  entry: ReviewEntry,
  index: number,
): Prisma.ReviewCreateManyInput => ({
  storeId: target.storeId,
  productId,
  reviewerName: entry.name,
  rating: entry.rating,
  title: entry.title,
  body: entry.body,
  status: entry.approved ? 'APPROVED' : 'PENDING',
  moderatedAt: entry.approved ? target.now : null,
  createdAt: entry.createdAt ?? momentOf(target, index),
})
