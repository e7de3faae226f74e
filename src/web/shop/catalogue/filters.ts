import { z } from 'zod'
import type { NumberFormat } from '../../../shared/number-format.ts'
import {
  MAX_ASKED_PRICE,
  MAX_SEARCH,
  type ProductSort,
  productFilterOf,
  sortParameter,
} from '../../../shared/product-list.ts'
import { readNumber } from '../../../shared/read-number.ts'

const OPTION = /^option\.(.+)$/s

/** What a shopper reads; null is the order of the store, or by relevance. */
const sortWords = [
  [null, 'Recommended'],
  ['NEWEST', 'Newest'],
  ['PRICE_ASC', 'Price, lowest first'],
  ['PRICE_DESC', 'Price, highest first'],
  ['RATING', 'Best rated'],
  ['BEST_SELLING', 'Best sellers'],
] as const satisfies readonly (readonly [ProductSort | null, string])[]

/** The value of `sort`, the enum of the schema, and what a shopper reads. */
export const sorts = sortWords.map(([sort, words]) => [sort === null ? '' : sortParameter(sort), sort, words] as const)

const one = z
  .union([z.string(), z.array(z.string()).transform((values) => values.at(-1) ?? '')])
  .optional()
  .transform((value) => value?.trim() ?? '')
  .catch('')
const many = z
  .union([z.string().transform((value) => [value]), z.array(z.string())])
  .optional()
  .transform((values) => [...new Set(values ?? [])].filter((value) => value !== ''))
  .catch([])

/** Named as in the REST API, so that an address of one can be read with the other in mind. */
export const listQuery = z
  .object({
    q: one.transform((text) => [...text].slice(0, MAX_SEARCH).join('')),
    category: many,
    brand: many,
    min_price: one,
    max_price: one,
    in_stock: one,
    on_sale: one,
    sort: one,
    after: one,
  })
  .catchall(z.unknown())

export interface Filters {
  q: string
  categories: readonly string[]
  brands: readonly string[]
  minPrice: number | null
  maxPrice: number | null
  inStock: boolean
  onSale: boolean
  options: readonly { name: string; values: readonly string[] }[]
  sort: string
  after: string
}

/** Null for what is no price. */
function priceIn(typed: string, numbers: NumberFormat): number | null {
  const read = readNumber(typed, numbers)
  return 'value' in read && read.value >= 0 && read.value <= MAX_ASKED_PRICE ? read.value : null
}

export function filtersOf(query: z.output<typeof listQuery>, numbers: NumberFormat): Filters {
  const options = Object.entries(query).flatMap(([parameter, value]) => {
    const name = OPTION.exec(parameter)?.[1]
    const values = many.parse(value)
    return name === undefined || values.length === 0 ? [] : [{ name, values }]
  })
  const [low, high] = [priceIn(query.min_price, numbers), priceIn(query.max_price, numbers)]
  const isReversed = low !== null && high !== null && low > high
  return {
    q: query.q,
    categories: query.category,
    brands: query.brand,
    minPrice: isReversed ? high : low,
    maxPrice: isReversed ? low : high,
    inStock: query.in_stock === '1',
    onSale: query.on_sale === '1',
    options,
    sort: sorts.some(([name]) => name === query.sort) ? query.sort : '',
    after: query.after,
  }
}

export const PAGE_SIZE = 24

/** Of the field `products`. @param category the whole list is of this one */
export function listVariables(filters: Filters, category: string | null) {
  const { q, sort, after } = filters
  return {
    category,
    search: q || null,
    filter: productFilterOf({ ...filters, categories: category === null ? filters.categories : [] }),
    sort: sorts.find(([name]) => name === sort)?.[1] ?? null,
    first: PAGE_SIZE,
    after: after || null,
  }
}

/** The parameters of an address that shows this list. */
export const parametersOf = (filters: Partial<Filters>): Record<string, string | readonly string[]> => ({
  q: filters.q ?? '',
  category: filters.categories ?? [],
  brand: filters.brands ?? [],
  min_price: filters.minPrice?.toString() ?? '',
  max_price: filters.maxPrice?.toString() ?? '',
  in_stock: filters.inStock ? '1' : '',
  on_sale: filters.onSale ? '1' : '',
  ...Object.fromEntries((filters.options ?? []).map(({ name, values }) => [`option.${name}`, values])),
  sort: filters.sort ?? '',
  after: filters.after ?? '',
})

/** Each filter in words, with the list that is left without it. */
export function chosenFilters(
  filters: Filters,
  inMoney: (amount: number) => string,
): { text: string; rest: Filters }[] {
  const first = { ...filters, after: '' }
  const { categories, brands, minPrice, maxPrice, inStock, onSale, options } = first
  const without = (list: readonly string[], value: string) => list.filter((other) => other !== value)
  return [
    ...categories.map((text) => ({ text, rest: { ...first, categories: without(categories, text) } })),
    ...brands.map((text) => ({ text, rest: { ...first, brands: without(brands, text) } })),
    ...options.flatMap(({ name, values }) =>
      values.map((value) => ({
        text: `${name}: ${value}`,
        rest: {
          ...first,
          options: options.map((option) => (option.name === name ? { name, values: without(values, value) } : option)),
        },
      })),
    ),
    ...(minPrice === null ? [] : [{ text: `From ${inMoney(minPrice)}`, rest: { ...first, minPrice: null } }]),
    ...(maxPrice === null ? [] : [{ text: `Up to ${inMoney(maxPrice)}`, rest: { ...first, maxPrice: null } }]),
    ...(inStock ? [{ text: 'In stock', rest: { ...first, inStock: false } }] : []),
    ...(onSale ? [{ text: 'On sale', rest: { ...first, onSale: false } }] : []),
  ]
}
