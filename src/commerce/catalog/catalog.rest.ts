import { z } from 'zod'
import { EXAMPLE_PRODUCT_ID } from '../../api/rest/examples.ts'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { nextOf, nextPage } from '../../platform/input/query-values.ts'
import { recordOf } from '../../platform/record-of.ts'
import { asListed } from './included.ts'
import { exampleMedia, exampleProduct, ListedProduct, Media } from './product-answer.ts'
import { MAX_CATEGORIES } from './products-read.sql.ts'
import { productsQuery, productsVariables } from './search/products-query.ts'

const Count = z.object({ value: z.string(), count: z.int() })

const Facets = z
  .object({
    category: z.array(Count),
    brand: z.array(Count),
    options: z.record(z.string(), z.array(Count)),
    price: z.array(z.object({ min: z.number(), max: z.number(), count: z.int() })),
    availability: z.array(z.object({ value: z.boolean(), count: z.int() })),
  })
  .meta({
    id: 'ProductFacets',
    description:
      'The facets of all products in the list. Each facet is counted as if its own filter were not set. Prices are in main currency units, both ends included.',
  })

export const listProducts = route({
  method: 'GET',
  path: '/api/sites/:subdomain/products',
  summary: 'Lists, searches, filters and sorts the active products of the store.',
  description:
    'At most 100 products per page, by default by display order, then newest first. Archived products are not included. `total` is the number of products on all pages. The fields that `include` adds change with every order and take longer to load, so request them only if you show them.',
  operation: graphql(`query RestProducts(
    $category: String, $search: String, $filter: ProductFilter, $sort: ProductSort, $first: Int, $after: String,
    $withFacets: Boolean!, $withAvailable: Boolean!, $withVariants: Boolean!, $withMedia: Boolean!
  ) {
    products(category: $category, search: $search, filter: $filter, sort: $sort, first: $first, after: $after) {
      nodes { ...RestProductFields ...RestIncludedFields }
      pageInfo { hasNextPage endCursor }
      total
      facets @include(if: $withFacets) {
        category { value count }
        brand { value count }
        options { name values { value count } }
        price { min max count }
        availability { value count }
      }
    }
  }`),
  query: productsQuery,
  variables: ({ query }) => productsVariables(query),
  response: z.object({
    products: z.array(ListedProduct).max(100),
    next: nextPage,
    total: z.int().meta({ description: 'The number of products on all pages.' }),
    facets: Facets.optional(),
  }),
  example: {
    query: { category: ['Black tea'] },
    answer: {
      products: [{ id: EXAMPLE_PRODUCT_ID, ...exampleProduct }],
      next: null,
      total: 8,
    },
  },
  toResponse: ({ products: { nodes, pageInfo, total, facets } }) => ({
    products: nodes.map(asListed),
    next: nextOf(pageInfo),
    total,
    ...(facets && {
      facets: { ...facets, options: recordOf(facets.options.map(({ name, values }) => [name, values])) },
    }),
  }),
  problems: ['BAD_USER_INPUT'],
})

const Category = z
  .object({
    name: z.string(),
    count: z.int().meta({ description: 'The number of active products in the category.' }),
    image: z
      .string()
      .nullable()
      .meta({ description: 'The URL of the first picture of its products; null if there is none.' }),
    picture: Media.nullable().meta({ description: 'That picture with its sizes; null if there is none.' }),
  })
  .meta({ id: 'Category', description: 'A category of products.' })

export const listCategories = route({
  method: 'GET',
  path: '/api/sites/:subdomain/categories',
  summary: 'Lists the categories of active products in alphabetical order.',
  description: `At most ${MAX_CATEGORIES}. The name can be passed to \`GET …/products?category=\`. Products without a category are not included.`,
  operation: graphql(`query RestCategories { categories { name count image picture { ...RestPictureFields } } }`),
  variables: () => ({}),
  response: z.object({ categories: z.array(Category).max(MAX_CATEGORIES) }),
  example: {
    answer: {
      categories: [
        { name: 'Black tea', count: 8, image: 'http://localhost:4000/pictures/assam.svg', picture: exampleMedia },
      ],
    },
  },
  toResponse: ({ categories }) => ({ categories }),
})
