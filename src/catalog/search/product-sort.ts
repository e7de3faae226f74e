import { Prisma } from '../../generated/prisma/client.ts'
import { createKeyset } from '../../platform/pagination.ts'

/** In which order a list comes. REST has the names in lower case. */
export const productSorts = {
  FEATURED: 'By display order, then newest first.',
  NEWEST: 'Newest first.',
  PRICE_ASC: 'Cheapest first.',
  PRICE_DESC: 'Most expensive first.',
  RATING: 'Best rated first.',
  BEST_SELLING: 'Best-selling first.',
  RELEVANCE: 'Best match for the search first; without a search the same as FEATURED.',
} as const

export type ProductSort = keyof typeof productSorts

/**
 * What each order goes by, highest first, then newest first. Each has an index of the same columns, in which the rows
 * behind a cursor are one stretch.
 */
const keys: Readonly<Record<Exclude<ProductSort, 'RELEVANCE'>, Prisma.Sql | null>> = {
  FEATURED: Prisma.sql`(- s.display_order::bigint)`,
  NEWEST: null,
  PRICE_ASC: Prisma.sql`(- s.price)`,
  PRICE_DESC: Prisma.sql`s.price`,
  RATING: Prisma.sql`s.rating`,
  BEST_SELLING: Prisma.sql`sales.units`,
}

/** The columns of an order: what it goes by, null for the time alone, and which row has the time and the id. */
export interface SortColumns {
  key: Prisma.Sql | null
  row: 's' | 'sales'
}

export const sortColumns = (sort: Exclude<ProductSort, 'RELEVANCE'>): SortColumns => ({
  key: keys[sort],
  row: sort === 'BEST_SELLING' ? 'sales' : 's',
})

/** The place of a product in a list of any order. */
export const place = createKeyset(
  { name: 'sortKey', kind: 'whole', direction: 'desc' },
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)
