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

/** The place of a product in a list of any order. */
export const place = createKeyset(
  { name: 'sortKey', kind: 'whole', direction: 'desc' },
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)
