import type { Product } from '../generated/prisma/client.ts'

/** The number of approved reviews and their mean rating with at most 2 decimals, which is 0 without reviews. */
export function reviewSummary({ reviewCount, ratingSum }: Pick<Product, 'reviewCount' | 'ratingSum'>) {
  const average = reviewCount === 0 ? 0 : Math.round((ratingSum * 100) / reviewCount) / 100
  return { count: reviewCount, average }
}
