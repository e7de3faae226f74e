import { z } from 'zod'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { pageQuery, pageVariables } from '../../platform/input/page-query.ts'
import { asList, given, numberBetween } from '../../platform/input/query-values.ts'
import { include, includeVariables } from '../included.ts'
import { MAX_PRODUCTS } from '../list-products.ts'
import { optionFilters, optionMistake, UNNAMED } from './option-parameters.ts'
import { MAX_ASKED_PRICE, MAX_CHOICES, MAX_NAME, MAX_SEARCH } from './product-filter.ts'
import { type ProductSort, productSorts } from './product-sort.ts'

const flag = (name: string, description: string) =>
  given(z.enum(['1', '0'], { error: `${name} must be 1 or 0` })).meta({ description })

const names = (name: string, description: string) =>
  given(
    z
      .array(labelledText({ label: name, max: MAX_NAME }))
      .max(MAX_CHOICES, { error: `${name} must be at most ${MAX_CHOICES} values` }),
    asList,
  ).meta({ description })

const sorts = Object.keys(productSorts).map((sort) => sort.toLowerCase()) as Lowercase<ProductSort>[]

/** The query string of the list of products. */
export const productsQuery = z
  .object({
    category: names('category', 'Only this category, or any of these; whole names, in upper or lower case.'),
    q: given(labelledText({ label: 'q', max: MAX_SEARCH, trim: true })).meta({
      description: 'Only products with these words, with words that begin so, or with words that are nearly so.',
    }),
    min_price: numberBetween(
      'min_price',
      0,
      MAX_ASKED_PRICE,
      'At least this, in main currency units: of the price that is asked, the sale price where there is one, of the cheapest variant.',
    ),
    max_price: numberBetween('max_price', 0, MAX_ASKED_PRICE, 'At most this, likewise.'),
    in_stock: flag('in_stock', '1: only what could be bought now.'),
    on_sale: flag('on_sale', '1: only what has a sale price, or a variant with one.'),
    brand: names('brand', 'Only this brand, or any of these; whole names, in upper or lower case.'),
    option: z
      .record(z.string(), labelledText({ label: 'option', max: MAX_NAME }), { error: UNNAMED })
      .optional()
      .meta({
        description:
          'Options by name, as in `option[size]=250g`, which may also be written `option.size=250g`: a variant has this option, or one of these when the parameter is repeated. One and the same variant has all of them, a price within the range and, with `in_stock`, a unit to buy.',
        examples: [{ size: '250g' }],
      }),
    min_rating: numberBetween('min_rating', 0, 5, 'At least this average of approved reviews.'),
    sort: given(z.enum(sorts, { error: `sort must be one of ${sorts.join(', ')}` })).meta({
      description: '`featured` is display order, then newest first; `relevance` is what counts with `q`.',
    }),
    ...pageQuery(MAX_PRODUCTS),
    include,
    facets: flag('facets', '1: also answers what the products of the whole list have.'),
  })
  .catchall(z.unknown())
  .superRefine((query, { addIssue }) => {
    const option = optionMistake(query)
    if (option) addIssue({ code: 'custom', message: option, path: ['option'] })
    const price = priceMistake(query)
    if (price) addIssue({ code: 'custom', message: price, path: ['min_price'] })
  })

type ProductsQuery = z.output<typeof productsQuery>

const priceMistake = ({
  min_price: min,
  max_price: max,
}: {
  min_price?: unknown
  max_price?: unknown
}): string | null =>
  typeof min === 'number' && typeof max === 'number' && min > max ? 'min_price must be at most max_price' : null

/** What the query asks of GraphQL. */
export function productsVariables(query: ProductsQuery) {
  const { category, q, min_price, max_price, in_stock, on_sale, brand, min_rating, sort, facets } = query
  const options = optionFilters(query)
  const categories = category && category.length > 1 ? category : null
  const price = min_price !== undefined || max_price !== undefined
  const filter = {
    ...(price && { price: { min: min_price ?? null, max: max_price ?? null } }),
    ...(in_stock === '1' && { available: true }),
    ...(on_sale === '1' && { onSale: true }),
    ...(brand && brand.length > 0 && { brands: brand }),
    ...(categories && { categories }),
    ...(options.length > 0 && { options }),
    ...(min_rating !== undefined && { minRating: min_rating }),
  }
  const isFiltered = Object.keys(filter).length > 0
  return {
    category: categories ? null : (category?.[0] ?? null),
    search: q ?? null,
    filter: isFiltered ? filter : null,
    // The names are those of GraphQL in lower case.
    sort: (sort?.toUpperCase() ?? null) as ProductSort | null,
    ...pageVariables(query, MAX_PRODUCTS),
    ...includeVariables(query.include),
    withFacets: facets === '1',
  }
}
