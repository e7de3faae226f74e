import type { Store } from '../../../generated/prisma/client.ts'
import { currencyExponent, type Subunits } from '../../../platform/money.ts'
import { createKeyset } from '../../../platform/pagination.ts'
import { Problem } from '../../../platform/problem.ts'
import { characterCount, isStorableText } from '../../../platform/text/text.ts'
import {
  MAX_ASKED_PRICE,
  MAX_CHOICES,
  MAX_NAME,
  MAX_OPTIONS,
  MAX_SEARCH,
  type ProductSort,
} from '../../../shared/product-list.ts'
import { categoryKey } from '../product.ts'
import { wordsIn } from './words/search-query.ts'
import type { SoughtWord } from './words/words.ts'

type Maybe<Value> = Value | null | undefined

/** Prices in main units. */
export interface FilterInput {
  price?: Maybe<{ min?: Maybe<number>; max?: Maybe<number> }>
  available?: Maybe<boolean>
  onSale?: Maybe<boolean>
  brands?: Maybe<readonly string[]>
  categories?: Maybe<readonly string[]>
  options?: Maybe<readonly { name: string; values: readonly string[] }[]>
  minRating?: Maybe<number>
}

/** Validated. Null parts do not apply. */
export interface ProductFilter {
  search: { text: string; words: SoughtWord[] } | null
  /** Subunits. */
  price: { min: Subunits | null; max: Subunits | null } | null
  available: boolean
  onSale: boolean
  brandKeys: readonly string[] | null
  categoryKeys: readonly string[] | null
  options: readonly { name: string; values: readonly string[] }[]
  /** Hundredths. */
  minRating: number | null
}

const MAX_RATING = 5

/** @throws Problem BAD_USER_INPUT */
export function productFilter(
  { currency }: Pick<Store, 'currency'>,
  args: { category?: Maybe<string>; search?: Maybe<string>; filter?: Maybe<FilterInput> },
): ProductFilter {
  const { price, available, onSale, brands, categories, options, minRating } = args.filter ?? {}
  return {
    search: searchOf(args.search),
    price: price ? priceRange(price, currency) : null,
    available: available ?? false,
    onSale: onSale ?? false,
    brandKeys: brands ? keysOf('filter.brands', brands) : null,
    categoryKeys: bothOf(
      keysOf('category', args.category?.trim() ? [args.category] : []),
      categories && keysOf('filter.categories', categories),
    ),
    options: (options ?? []).length > 0 ? optionsOf(options ?? []) : [],
    minRating: minRating == null ? null : ratingOf(minRating),
  }
}

function searchOf(search: Maybe<string>): ProductFilter['search'] {
  const text = search?.trim() ?? ''
  check('search', text, MAX_SEARCH)
  return text === '' ? null : { text, words: wordsIn(text) }
}

function check(name: string, text: string, max: number): void {
  if (text.length > 2 * max || characterCount(text) > max) {
    throw new Problem('BAD_USER_INPUT', `${name} must be at most ${max} characters`, { field: name })
  }
  if (!isStorableText(text))
    throw new Problem('BAD_USER_INPUT', `${name} contains characters that cannot be stored`, { field: name })
}

function checkCount(name: string, list: readonly unknown[], max: number): void {
  if (list.length > max) throw new Problem('BAD_USER_INPUT', `${name} must be at most ${max} values`, { field: name })
}

function keysOf(name: string, names: readonly string[]): string[] {
  checkCount(name, names, MAX_CHOICES)
  for (const text of names) check(name, text.trim(), MAX_NAME)
  return [...new Set(names.map(categoryKey))]
}

function bothOf(category: readonly string[], categories: Maybe<readonly string[]>): readonly string[] | null {
  if (!categories) return category.length > 0 ? category : null
  return category.length > 0 ? category.filter((key) => categories.includes(key)) : categories
}

function optionsOf(options: NonNullable<FilterInput['options']>): ProductFilter['options'] {
  checkCount('filter.options', options, MAX_OPTIONS)
  const values = new Map<string, string[]>()
  for (const option of options) {
    check('filter.options.name', option.name, MAX_NAME)
    checkCount('filter.options.values', option.values, MAX_CHOICES)
    for (const value of option.values) check('filter.options.values', value, MAX_NAME)
    values.set(option.name, [...(values.get(option.name) ?? []), ...option.values])
  }
  return [...values].map(([name, values]) => ({ name, values }))
}

function priceRange({ min, max }: NonNullable<FilterInput['price']>, currency: string): ProductFilter['price'] {
  for (const [name, amount] of Object.entries({ min, max })) {
    if (amount != null && !(amount >= 0 && amount <= MAX_ASKED_PRICE)) {
      throw new Problem('BAD_USER_INPUT', `filter.price.${name} must be between 0 and ${MAX_ASKED_PRICE}`, {
        field: `filter.price.${name}`,
      })
    }
  }
  if (min != null && max != null && min > max) {
    throw new Problem('BAD_USER_INPUT', 'filter.price.min must be at most filter.price.max', {
      field: 'filter.price.min',
    })
  }
  if (min == null && max == null) return null
  const subunits = (amount: number, round: (value: number) => number): Subunits =>
    // A binary fraction such as 10.05 is not exact.
    BigInt(round(Number((amount * 10 ** currencyExponent(currency)).toFixed(4))))
  return {
    min: min == null ? null : subunits(min, Math.ceil),
    max: max == null ? null : subunits(max, Math.floor),
  }
}

function ratingOf(rating: number): number {
  if (!(rating >= 0 && rating <= MAX_RATING)) {
    throw new Problem('BAD_USER_INPUT', `filter.minRating must be between 0 and ${MAX_RATING}`, {
      field: 'filter.minRating',
    })
  }
  return Math.ceil(Number((rating * 100).toFixed(4)))
}

export const productSorts = {
  FEATURED: 'By display order, then newest first.',
  AVAILABLE_FIRST: 'By display order, then newest first; sold-out products come last.',
  NEWEST: 'Newest first.',
  PRICE_ASC: 'Cheapest first.',
  PRICE_DESC: 'Most expensive first.',
  RATING: 'Best rated first.',
  BEST_SELLING: 'Best-selling first.',
  RELEVANCE: 'Best match for the search first; without a search the same as FEATURED.',
} as const satisfies Record<ProductSort, string>

export const place = createKeyset(
  { name: 'sortKey', kind: 'whole', direction: 'desc' },
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)
