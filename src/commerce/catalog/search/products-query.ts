import { z } from 'zod'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { asList, given, numberBetween, pageQuery, pageVariables } from '../../../platform/input/query-values.ts'
import {
  MAX_ASKED_PRICE,
  MAX_CHOICES,
  MAX_NAME,
  MAX_SEARCH,
  type ProductSort,
  productFilterOf,
  sortParameter,
} from '../../../shared/product-list.ts'
import { include, includeVariables } from '../included.ts'
import { MAX_PRODUCTS } from '../list-products.ts'
import { optionFilters, optionMistake, UNNAMED } from './option-parameters.ts'
import { productSorts } from './product-filter.ts'

const flag = (name: string, description: string) =>
  given(z.enum(['1', '0'], { error: `${name} must be 1 or 0` })).meta({ description })

const names = (name: string, description: string) =>
  given(
    z
      .array(labelledText({ label: name, max: MAX_NAME }))
      .max(MAX_CHOICES, { error: `${name} must be at most ${MAX_CHOICES} values` }),
    asList,
  ).meta({ description })

const sorts = (Object.keys(productSorts) as ProductSort[]).map(sortParameter)

export const productsQuery = z
  .object({
    category: names('category', 'Only products of this category, or of one of these: full names, ignoring case.'),
    q: given(labelledText({ label: 'q', max: MAX_SEARCH, trim: true })).meta({
      description: 'Only products that contain these words, words that begin with them, or similar words.',
    }),
    min_price: numberBetween(
      'min_price',
      0,
      MAX_ASKED_PRICE,
      'The minimum current price in main currency units. The current price is the sale price if there is one; with variants, that of the cheapest one.',
    ),
    max_price: numberBetween('max_price', 0, MAX_ASKED_PRICE, 'The maximum current price in main currency units.'),
    in_stock: flag('in_stock', '1 for only products that can be bought now.'),
    on_sale: flag('on_sale', '1 for only products that have a sale price or a variant with one.'),
    brand: names('brand', 'Only products of this brand, or of one of these: full names, ignoring case.'),
    option: z
      .record(z.string(), labelledText({ label: 'option', max: MAX_NAME }), { error: UNNAMED })
      .optional()
      .meta({
        description:
          'Options by name, such as `option[size]=250g`, which can also be written `option.size=250g`. Repeat the parameter to accept several values. Options, price range and `in_stock` must be met by the same variant.',
        examples: [{ size: '250g' }],
      }),
    min_rating: numberBetween('min_rating', 0, 5, 'The minimum average rating of approved reviews.'),
    sort: given(z.enum(sorts, { error: `sort must be one of ${sorts.join(', ')}` })).meta({
      description:
        'The order of the list. `featured` means by display order, then newest first; `available_first` means the same, but sold-out products come last. The default is `featured` or, with `q`, `relevance`.',
    }),
    ...pageQuery(MAX_PRODUCTS),
    include,
    facets: flag('facets', '1 to include the facets of all products in the list.'),
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

export function productsVariables(query: ProductsQuery) {
  const { category, q, min_price, max_price, in_stock, on_sale, brand, min_rating, sort, facets } = query
  const categories = category && category.length > 1 ? category : undefined
  return {
    category: categories ? null : (category?.[0] ?? null),
    search: q ?? null,
    filter: productFilterOf({
      ...{ minPrice: min_price, maxPrice: max_price, inStock: in_stock === '1', onSale: on_sale === '1' },
      ...{ brands: brand, categories, options: optionFilters(query), minRating: min_rating },
    }),
    // The specification has sold-out products among the others.
    sort: (sort?.toUpperCase() ?? (q ? null : 'FEATURED')) as ProductSort | null,
    ...pageVariables(query, MAX_PRODUCTS),
    ...includeVariables(query.include),
    withFacets: facets === '1',
  }
}
