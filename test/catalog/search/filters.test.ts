import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphql, rest } from '../../support/call.ts'
import { average, cheapest, facets, fits, type PlainFilter, type PlainProduct } from '../../support/plain-catalogue.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const few = <Value>(...values: Value[]) => fc.constantFrom(...values)
const price = few(10, 20, 30.5, 99.99, 100, 250)
const stock = few(null, 0, 1, 5)
const sale = (price: number) => few(null, null, price, Math.round(price * 50) / 100)
const priced = price.chain((price) => fc.record({ price: fc.constant(price), salePrice: sale(price) }))
const variant = fc
  .record({
    options: fc.record({ size: few('S', 'M', 'L'), 'main colour': few('red', 'blue') }),
    own: fc.option(priced),
    stock,
  })
  .map(({ own, ...rest }) => ({ ...rest, price: own?.price ?? null, salePrice: own?.salePrice ?? null }))
const variants = fc.uniqueArray(variant, { selector: ({ options }) => JSON.stringify(options), maxLength: 4 })
const product = fc
  .record({
    category: few('', 'Tea', 'Cups', 'Über-Kännchen'),
    brand: few('', 'Halmari', 'Ōta', 'No Name'),
    stock,
    active: few(true, true, true, true, false),
    displayOrder: few(-2, 0, 0, 0, 7),
    ratings: fc.array(few(1, 2, 4, 5), { maxLength: 3 }),
    priced,
    variants,
  })
  .map(({ priced, ...rest }) => ({ ...rest, ...priced }))

const filters: fc.Arbitrary<PlainFilter> = fc
  .record(
    {
      min: few(0, 10, 20.01, 99.99),
      max: few(100, 99.99, 125, 300),
      inStock: fc.constant(true),
      onSale: fc.constant(true),
      brands: fc.subarray(['halmari', 'ŌTA', 'unknown'], { minLength: 1 }),
      categories: fc.subarray(['Tea', 'CUPS', 'über-kännchen', 'unknown'], { minLength: 1 }),
      options: fc.record(
        { size: fc.subarray(['S', 'M', 'XL'], { minLength: 1 }), 'main colour': few(['red']) },
        { requiredKeys: [] },
      ),
      minRating: few(0, 1.5, 4, 4.33),
    },
    { requiredKeys: [] },
  )
  .map(({ options, ...filter }) => ({ ...filter, ...(options && Object.keys(options).length > 0 && { options }) }))

const sorts = ['featured', 'newest', 'price_asc', 'price_desc', 'rating', 'best_selling'] as const
type Sort = (typeof sorts)[number]

/** What a sort goes by, least first; products that are equal in it come newest first. */
const keys: Record<Sort, (product: PlainProduct) => number> = {
  featured: ({ displayOrder }) => displayOrder,
  newest: () => 0,
  price_asc: cheapest,
  price_desc: (product) => -cheapest(product),
  rating: (product) => -average(product),
  best_selling: () => 0,
}

const catalogues = fc.sample(fc.array(product, { minLength: 30, maxLength: 40 }), { numRuns: 2, seed: 11 })
const stores: { subdomain: string; products: PlainProduct[] }[] = []

const shop = await forAllTests(openShop({ limitsOff: true }))
for (const catalogue of catalogues) {
  const products = catalogue.map((found, at) => ({ ...found, slug: `p${at}`, name: `Product ${at}` }))
  const { subdomain } = await shop.addStore({
    products: products.map(({ ratings: _, ...product }) => product),
    reviews: products.flatMap(({ slug, ratings }) =>
      ratings.map((rating, at) => ({
        product: slug,
        name: `R${at}`,
        rating,
        title: `T${at}`,
        body: 'Good.',
        approved: true,
      })),
    ),
  })
  stores.push({ subdomain, products })
}

/** A bundle's products get times of their own, the first one the newest. */
const expected = (products: PlainProduct[], filter: PlainFilter, sort: Sort) =>
  products
    .filter((product) => fits(product, filter))
    .toSorted((a, b) => keys[sort](a) - keys[sort](b))
    .map(({ slug }) => slug)

function queryOf(filter: PlainFilter, sort: Sort, first: number): URLSearchParams {
  const { min, max, inStock, onSale, brands = [], categories = [], options = {}, minRating } = filter
  return new URLSearchParams([
    ...(min === undefined ? [] : [['min_price', String(min)]]),
    ...(max === undefined ? [] : [['max_price', String(max)]]),
    ...(inStock ? [['in_stock', '1']] : []),
    ...(onSale ? [['on_sale', '1']] : []),
    ...brands.map((brand) => ['brand', brand]),
    ...categories.map((category) => ['category', category]),
    ...Object.entries(options).flatMap(([name, values]) => values.map((value) => [`option.${name}`, value])),
    ...(minRating === undefined ? [] : [['min_rating', String(minRating)]]),
    ['sort', sort],
    ['first', String(first)],
    ['facets', '1'],
  ])
}

const variablesOf = (
  { min, max, inStock, onSale, brands, categories, options, minRating }: PlainFilter,
  sort: Sort,
) => ({
  sort: sort.toUpperCase(),
  filter: {
    price: { min, max },
    available: inStock,
    onSale,
    brands,
    categories,
    options: Object.entries(options ?? {}).map(([name, values]) => ({ name, values })),
    minRating,
  },
})

const QUERY = `query ($filter: ProductFilter, $sort: ProductSort, $after: String) {
  products(filter: $filter, sort: $sort, first: 7, after: $after) {
    nodes { slug available } total pageInfo { hasNextPage endCursor }
    facets {
      category { value count } brand { value count } options { name values { value count } }
      price { min max count } availability { value count }
    }
  }
}`

const sorted = <Facet extends { value: unknown }>(values: Facet[]) =>
  values.toSorted((a, b) => (String(a.value) < String(b.value) ? -1 : 1))

describe('a list by filter and sort', () => {
  it('is what a plain look at each product finds, page by page, over both interfaces', async () => {
    const asked = fc.record({ store: fc.nat({ max: catalogues.length - 1 }), filter: filters, sort: few(...sorts) })
    await fc.assert(
      fc.asyncProperty(asked, async ({ store, filter, sort }) => {
        const { subdomain, products } = stores[store] ?? { subdomain: '', products: [] }
        const wanted = expected(products, filter, sort)
        const query = queryOf(filter, sort, 7)
        const slugs: string[] = []
        let after: string | null = null
        do {
          if (after) query.set('after', after)
          shop.statements()
          const { status, body } = await rest(shop, 'GET', `/api/sites/${subdomain}/products?${query}`)
          expect(status).toBe(200)
          expect(shop.statements().length).toBeLessThanOrEqual(3)
          const variables = { ...variablesOf(filter, sort), after }
          const { data } = (await graphql(shop, subdomain, QUERY, variables)).body
          const { nodes, total, pageInfo, facets: values } = data.products
          const page = body.products.map(({ slug }: { slug: string }) => slug)
          expect(nodes.map(({ slug }: { slug: string }) => slug)).toEqual(page)
          if (filter.inStock) expect(nodes.every(({ available }: { available: boolean }) => available)).toBe(true)
          expect([body.total, total]).toEqual([wanted.length, wanted.length])
          expect(body.next).toBe(pageInfo.hasNextPage ? pageInfo.endCursor : null)
          expect({
            ...values,
            options: Object.fromEntries(values.options.map((o: any) => [o.name, o.values])),
          }).toEqual(body.facets)
          checkFacets(body.facets, products, filter)
          slugs.push(...page)
          after = body.next
        } while (after)
        expect(slugs).toEqual(wanted)
      }),
      // Without any filter, both interfaces have to take the same way, or a cursor of one means another place to the other.
      { numRuns: 60, examples: [[{ store: 0, filter: {}, sort: 'featured' }]] },
    )
  }, 120_000)
})

function checkFacets(found: any, products: PlainProduct[], filter: PlainFilter): void {
  const { priceCount, ...plain } = facets(products, filter)
  const options = (values: Record<string, any[]>) =>
    Object.fromEntries(Object.entries(values).map(([name, counts]) => [name, sorted(counts)]))
  expect(sorted(found.category)).toEqual(sorted(plain.category))
  expect(sorted(found.brand)).toEqual(sorted(plain.brand))
  expect(options(found.options)).toEqual(options(plain.options))
  expect(found.availability).toEqual(plain.availability)
  for (const { min, max, count } of found.price) expect([min, max, priceCount(min, max)]).toEqual([min, max, count])
  const least = Math.min(...found.price.map(({ min }: { min: number }) => min))
  if (found.price.length > 0) expect(priceCount(0, least - 0.01)).toBe(0)
}
