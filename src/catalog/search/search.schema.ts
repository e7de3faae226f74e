import { builder } from '../../gateway/builder.ts'
import { selects } from '../../gateway/selects.ts'
import { toMainUnits } from '../../platform/money.ts'
import { pageCost } from '../../platform/pagination.ts'
import { recordOf } from '../../platform/record-of.ts'
import { MAX_PRODUCTS } from '../list-products.ts'
import type { Facets, FacetValue, PriceFacet } from './count-products.ts'
import { MAX_CHOICES, MAX_NAME, MAX_OPTIONS, MAX_SEARCH } from './product-filter.ts'
import { type ProductSort, productSorts } from './product-sort.ts'
import { type ProductPage, searchProducts } from './search-products.ts'

const Sort = builder.enumType('ProductSort', {
  description: 'In which order products are listed.',
  values: recordOf(
    // Object.entries loses the types of the keys.
    (Object.entries(productSorts) as [ProductSort, string][]).map(([name, description]) => [name, { description }]),
  ),
})

const PriceRange = builder.inputType('PriceRange', {
  description: 'Prices in main currency units, both ends included.',
  fields: (t) => ({
    min: t.float({ description: 'At least this, from 0.' }),
    max: t.float({ description: 'At most this.' }),
  }),
})

const OptionFilter = builder.inputType('OptionFilter', {
  description: 'An option that a variant must have.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name as the store writes it, such as size.' }),
    values: t.stringList({
      required: true,
      description: `Any of these, as the store writes them, at most ${MAX_CHOICES}.`,
    }),
  }),
})

const Filter = builder.inputType('ProductFilter', {
  description:
    'What products must have, all of it. With options, one and the same variant has them, a price within the range and, with `available`, a unit to buy.',
  fields: (t) => ({
    price: t.field({
      type: PriceRange,
      description:
        'What is asked for one unit, the sale price where there is one: of the cheapest variant, or with `options` of a variant that has them.',
    }),
    available: t.boolean({ description: 'Only what could be bought now; false is the same as left out.' }),
    onSale: t.boolean({
      description: 'Only what has a sale price, or a variant with one; false: the same as left out.',
    }),
    brands: t.stringList({
      description: `Any of these brands, whole names in upper or lower case, at most ${MAX_CHOICES} of ${MAX_NAME} characters.`,
    }),
    categories: t.stringList({
      description: `Any of these categories, whole names in upper or lower case, at most ${MAX_CHOICES} of ${MAX_NAME} characters.`,
    }),
    options: t.field({ type: [OptionFilter], description: `Options of one variant, at most ${MAX_OPTIONS}.` }),
    minRating: t.float({ description: 'At least this average of approved reviews, 0 to 5.' }),
  }),
})

const Value = builder.objectRef<FacetValue>('FacetValue').implement({
  description: 'A value that products have.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'As a filter takes it.' }),
    count: t.exposeInt('count', { description: 'How many products are listed with it.' }),
  }),
})

const OptionFacet = builder.objectRef<Facets['options'][number]>('OptionFacet').implement({
  description: 'What distinguishes the variants of a product.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, such as size.' }),
    values: t.expose('values', { type: [Value], description: 'The most frequent values first.' }),
  }),
})

const Price = builder.objectRef<PriceFacet>('PriceFacet').implement({
  description: 'A range of prices in main currency units, both ends included.',
  fields: (t) => ({
    min: t.float({ description: 'From this.', resolve: ({ min }, _, { store }) => toMainUnits(min, store.currency) }),
    max: t.float({ description: 'To this.', resolve: ({ max }, _, { store }) => toMainUnits(max, store.currency) }),
    count: t.exposeInt('count', { description: 'How many products are listed with such a price.' }),
  }),
})

const Availability = builder.objectRef<{ value: boolean; count: number }>('AvailabilityFacet').implement({
  description: 'Whether something could be bought now.',
  fields: (t) => ({
    value: t.exposeBoolean('value', { description: 'As the filter takes it.' }),
    count: t.exposeInt('count', { description: 'How many products are listed with it.' }),
  }),
})

const FacetsType = builder.objectRef<Facets>('ProductFacets').implement({
  description: 'What the products of a list have, each part counted as if the filter did not ask for it.',
  fields: (t) => ({
    category: t.expose('categories', { type: [Value], description: 'Their categories, most frequent first.' }),
    brand: t.expose('brands', { type: [Value], description: 'Their brands, most frequent first.' }),
    options: t.expose('options', { type: [OptionFacet], description: 'The options of their variants.' }),
    price: t.expose('prices', { type: [Price], description: 'Ranges of what is asked for them, cheapest first.' }),
    availability: t.field({
      type: [Availability],
      description: 'How many could be bought now.',
      resolve: ({ available }) => (available > 0 ? [{ value: true, count: available }] : []),
    }),
  }),
})

const Connection = builder.connectionObject(
  { type: 'Product', name: 'ProductConnection', description: 'A page of products.' },
  { name: 'ProductEdge', description: 'A product and its cursor.' },
)

/** Pothos knows only the parts that all connections have. Those of products come from `searchProducts` alone. */
const pageOf = (connection: object) => connection as ProductPage

/** Counting reads every product that is found. */
const COUNT_COST = 10
/** What facets cost at least, and the products of the store that add one. */
const FACETS_COST = 100
const PRODUCTS_PER_COST = 50

const facetsCost = (products: number): number => Math.max(FACETS_COST, Math.ceil(products / PRODUCTS_PER_COST))

builder.objectFields(Connection, (t) => ({
  total: t.int({
    description: 'How many products the whole list has.',
    failure: 'Failed to load products',
    complexity: COUNT_COST,
    resolve: (page) => pageOf(page).total(),
  }),
  facets: t.field({
    type: FacetsType,
    description: 'What the products of the whole list have.',
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
    description: 'The active products: in display order, then newest first, unless they are searched or sorted.',
    behindPassword: true,
    failure: 'Failed to load products',
    public: true,
    complexity: pageCost(MAX_PRODUCTS),
    args: {
      category: t.arg.string({ description: 'Only those of this category: the whole name, in upper or lower case.' }),
      search: t.arg.string({
        description: `Only those with these words, or with words that begin so or are nearly so, at most ${MAX_SEARCH} characters.`,
      }),
      filter: t.arg({ type: Filter, description: 'Only those that have all of this.' }),
      sort: t.arg({ type: Sort, description: 'FEATURED when left out; RELEVANCE with a search.' }),
      first: t.arg.int({
        description: `The maximum number of entries to return, 1 to ${MAX_PRODUCTS}; ${MAX_PRODUCTS} by default.`,
      }),
      after: t.arg.string({ description: 'Return the entries after this cursor.' }),
    },
    resolve: (_, args, context, info) =>
      searchProducts(context, args, { total: selects(info, 'total'), facets: selects(info, 'facets') }),
  }),
)
