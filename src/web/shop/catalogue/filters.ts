import { z } from 'zod'
import type { NumberFormat } from '../../../shared/number-format.ts'
import { readNumber } from '../../../shared/read-number.ts'

/** As the REST API names them, so that an address of one can be read with the other in mind. */
const MAX_SEARCH = 100
const OPTION = /^option\.(.+)$/s

/** The value of `sort`, the enum of the schema, and what a shopper reads. */
export const sorts = [
  ['', null, 'Recommended'],
  ['newest', 'NEWEST', 'Newest'],
  ['price_asc', 'PRICE_ASC', 'Price, lowest first'],
  ['price_desc', 'PRICE_DESC', 'Price, highest first'],
  ['rating', 'RATING', 'Best rated'],
  ['best_selling', 'BEST_SELLING', 'Best sellers'],
] as const

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

const HIGHEST_PRICE = 1_000_000_000

/** Null for what is no price. */
function priceIn(typed: string, numbers: NumberFormat): number | null {
  const read = readNumber(typed, numbers)
  return 'value' in read && read.value >= 0 && read.value < HIGHEST_PRICE ? read.value : null
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
  const { q, categories, brands, minPrice, maxPrice, inStock, onSale, options, sort, after } = filters
  const filter = {
    ...((minPrice !== null || maxPrice !== null) && { price: { min: minPrice, max: maxPrice } }),
    ...(inStock && { available: true }),
    ...(onSale && { onSale: true }),
    ...(brands.length > 0 && { brands: [...brands] }),
    ...(categories.length > 0 && category === null && { categories: [...categories] }),
    ...(options.length > 0 && { options: options.map(({ name, values }) => ({ name, values: [...values] })) }),
  }
  return {
    category,
    search: q || null,
    filter: Object.keys(filter).length > 0 ? filter : null,
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
