import { builder } from '../../../api/graphql/schema/builder.ts'
import { selects } from '../../../api/graphql/schema/selects.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { pageCost } from '../../../platform/pagination.ts'
import { recordOf } from '../../../platform/record-of.ts'
import { MAX_CHOICES, MAX_NAME, MAX_OPTIONS, MAX_SEARCH, type ProductSort } from '../../../shared/product-list.ts'
import { MAX_PRODUCTS } from '../list-products.ts'
import type { Facets, FacetValue, PriceFacet } from './facets/count-products.ts'
import { productSorts } from './product-filter.ts'
import { type ProductPage, searchProducts } from './search-products.ts'

const Sort = builder.enumType('ProductSort', {
  description: 'The order of a list of products.',
  values: recordOf(
    // Object.entries loses the types of the keys.
    (Object.entries(productSorts) as [ProductSort, string][]).map(([name, description]) => [name, { description }]),
  ),
})

const PriceRange = builder.inputType('PriceRange', {
  description: 'A range of prices in main currency units, both ends included.',
  fields: (t) => ({
    min: t.float({ description: 'The lowest price, at least 0.' }),
    max: t.float({ description: 'The highest price.' }),
  }),
})

const OptionFilter = builder.inputType('OptionFilter', {
  description: 'An option that a variant must have.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The exact name of the option, such as size.' }),
    values: t.stringList({
      required: true,
      description: `The accepted values, spelled exactly as in the store; at most ${MAX_CHOICES}.`,
    }),
  }),
})

const Filter = builder.inputType('ProductFilter', {
  description:
    'Conditions that products must all meet. Options, price and `available` must be met by the same variant.',
  fields: (t) => ({
    price: t.field({
      type: PriceRange,
      description:
        'The current price, which is the sale price if there is one: of the cheapest variant or, with `options`, of a variant with these options.',
    }),
    available: t.boolean({ description: 'Only products that can be bought now. False has no effect.' }),
    onSale: t.boolean({
      description: 'Only products that have a sale price or a variant with one. False has no effect.',
    }),
    brands: t.stringList({
      description: `Only products of one of these brands: full names, ignoring case; at most ${MAX_CHOICES} of ${MAX_NAME} characters.`,
    }),
    categories: t.stringList({
      description: `Only products of one of these categories: full names, ignoring case; at most ${MAX_CHOICES} of ${MAX_NAME} characters.`,
    }),
    options: t.field({
      type: [OptionFilter],
      description: `Options that one variant must have, at most ${MAX_OPTIONS}.`,
    }),
    minRating: t.float({ description: 'The minimum average rating of approved reviews, 0 to 5.' }),
  }),
})

const Value = builder.objectRef<FacetValue>('FacetValue').implement({
  description: 'A value and the number of products that have it.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The value, as accepted by the filter.' }),
    count: t.exposeInt('count', { description: 'The number of products in the list that have it.' }),
  }),
})

const OptionFacet = builder.objectRef<Facets['options'][number]>('OptionFacet').implement({
  description: 'An option and its values.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the option, such as size.' }),
    values: t.expose('values', { type: [Value], description: 'The values of the option, most frequent first.' }),
  }),
})

const Price = builder.objectRef<PriceFacet>('PriceFacet').implement({
  description: 'A range of prices in main currency units, both ends included.',
  fields: (t) => ({
    min: t.float({
      description: 'The lower end of the range.',
      resolve: ({ min }, _, { store }) => toMainUnits(min, store.currency),
    }),
    max: t.float({
      description: 'The upper end of the range.',
      resolve: ({ max }, _, { store }) => toMainUnits(max, store.currency),
    }),
    count: t.exposeInt('count', { description: 'The number of products in the list with a price in this range.' }),
  }),
})

const Availability = builder.objectRef<{ value: boolean; count: number }>('AvailabilityFacet').implement({
  description: 'The number of products that can, or cannot, be bought now.',
  fields: (t) => ({
    value: t.exposeBoolean('value', { description: 'Whether the products can be bought now.' }),
    count: t.exposeInt('count', { description: 'The number of products in the list that have it.' }),
  }),
})

const FacetsType = builder.objectRef<Facets>('ProductFacets').implement({
  description: 'The facets of a list of products. Each facet is counted as if its own filter were not set.',
  fields: (t) => ({
    category: t.expose('categories', {
      type: [Value],
      description: 'The categories of the products, most frequent first.',
    }),
    brand: t.expose('brands', { type: [Value], description: 'The brands of the products, most frequent first.' }),
    options: t.expose('options', { type: [OptionFacet], description: 'The options of the products’ variants.' }),
    price: t.expose('prices', { type: [Price], description: 'Price ranges of the products, lowest first.' }),
    availability: t.field({
      type: [Availability],
      description: 'How many of the products can be bought now.',
      resolve: ({ available }) => (available > 0 ? [{ value: true, count: available }] : []),
    }),
  }),
})

const Connection = builder.connectionObject(
  { type: 'Product', name: 'ProductConnection', description: 'A page of products.' },
  { name: 'ProductEdge', description: 'A product and its cursor.' },
)

/** All connections of products come from `searchProducts`. */
const pageOf = (connection: object) => connection as ProductPage

const COUNT_COST = 10
/** The minimum cost of facets, and the products per extra point. */
const FACETS_COST = 100
const PRODUCTS_PER_COST = 50

const facetsCost = (products: number): number => Math.max(FACETS_COST, Math.ceil(products / PRODUCTS_PER_COST))

builder.objectFields(Connection, (t) => ({
  total: t.int({
    description: 'The number of products on all pages of the list.',
    failure: 'Failed to load products',
    complexity: COUNT_COST,
    resolve: (page) => pageOf(page).total(),
  }),
  facets: t.field({
    type: FacetsType,
    description: 'The facets of all products in the list.',
    failure: 'Failed to load products',
    complexity: (_, { services, foundStore }) => ({
      field: facetsCost(foundStore ? services.catalogueSizes.peek(foundStore.id) : 0),
      multiplier: 1,
    }),
    resolve: (page) => pageOf(page).facets(),
  }),
}))

builder.queryField('products', (t) =>
  t.field({
    type: Connection,
    nullable: true,
    description:
      'The active products. By default they are sorted by display order, then newest first; sold-out products come last.',
    selling: true,
    failure: 'Failed to load products',
    public: true,
    complexity: pageCost(MAX_PRODUCTS),
    args: {
      category: t.arg.string({ description: 'Only products of this category: the full name, ignoring case.' }),
      search: t.arg.string({
        description: `Only products that contain these words, words that begin with them, or similar words; at most ${MAX_SEARCH} characters.`,
      }),
      filter: t.arg({ type: Filter, description: 'Only products that meet these conditions.' }),
      sort: t.arg({
        type: Sort,
        description: 'The order of the list; by default AVAILABLE_FIRST or, with a search, RELEVANCE.',
      }),
      first: t.arg.int({
        description: `The maximum number of entries to return, 1 to ${MAX_PRODUCTS}; ${MAX_PRODUCTS} by default.`,
      }),
      after: t.arg.string({ description: 'Return the entries after this cursor.' }),
    },
    resolve: (_, args, context, info) =>
      searchProducts(context, args, { total: selects(info, 'total'), facets: selects(info, 'facets') }),
  }),
)
