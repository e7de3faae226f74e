import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexOutdated } from '../../../src/commerce/catalog/search/index/index-outdated.ts'
import { indexStock } from '../../../src/commerce/catalog/search/index/index-stock.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { atOnce } from '../../support/buying.ts'
import { rest } from '../../support/call.ts'
import { onCluster } from '../../support/citus-cluster.ts'
import { needs, noServer } from '../../support/needs.ts'
import { facets, fits, type PlainFilter, type PlainProduct } from '../../support/plain-catalogue.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const few = <Value>(...values: Value[]) => fc.constantFrom(...values)
const stock = few(null, 0, 0, 3)
const SIZES = ['S', 'M', 'L']
const PRODUCTS = 8

const product = fc.record({ stock, price: few(10, 20), stocks: fc.array(stock, { maxLength: SIZES.length }) })

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('count' as const),
      at: fc.nat(PRODUCTS - 1),
      of: fc.nat(SIZES.length),
      stock,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('run job' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), at: fc.nat(PRODUCTS - 1) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forget' as const), at: fc.nat(PRODUCTS - 1) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const filters: PlainFilter[] = [
  {},
  { inStock: true },
  { inStock: true, min: 15 },
  { inStock: true, options: { size: ['M', 'L'] } },
  { min: 15, options: { size: ['S'] } },
]
/** Makes each query one that no answer is kept of. */
let asked = 0

const shop = await forAllTests(openShop({ limitsOff: true }))

async function check(store: Store, products: PlainProduct[]): Promise<void> {
  for (const plain of filters) {
    const filter = { ...plain, max: 1000 + asked++ }
    const { min, max, inStock, options = {} } = filter
    const query = new URLSearchParams([
      ['max_price', String(max)],
      ...(min === undefined ? [] : [['min_price', String(min)]]),
      ...(inStock ? [['in_stock', '1']] : []),
      ...Object.entries(options).flatMap(([name, values]) => values.map((value) => [`option.${name}`, value])),
    ])
    const path = `/api/sites/${store.subdomain}/products?${query}`
    const { products: found, total } = (await rest(shop, 'GET', path)).body
    const wanted = products.filter((product) => fits(product, filter)).map(({ slug }) => slug)
    expect(found.map(({ slug }: { slug: string }) => slug).sort()).toEqual(wanted.sort())
    expect(total).toBe(wanted.length)
    const counted = (await rest(shop, 'GET', `${path}&facets=1&first=1`)).body
    const { availability, options: values } = facets(products, filter)
    expect(counted.total).toBe(wanted.length)
    expect(counted.facets.availability).toEqual(availability)
    expect(byValue(counted.facets.options.size)).toEqual(byValue(values.size))
  }
}

const byValue = (values: { value: string; count: number }[] = []) =>
  Object.fromEntries(values.map(({ value, count }) => [value, count]))

/** Does it past the service, as a version would that knows nothing of all this. */
async function take(step: Step, store: Store, products: PlainProduct[]): Promise<void> {
  const { prisma } = shop.database
  if (step.does === 'run job') {
    await indexStock(shop.services)
    return
  }
  const product = products[step.at]
  if (!product) return
  const { id } = await prisma.product.findUniqueOrThrow({
    where: { storeId_slug: { storeId: store.id, slug: product.slug } },
  })
  const [where, key] = [
    { storeId: store.id, productId: id },
    { storeId: store.id, id },
  ]
  if (step.does === 'count') {
    const variant = product.variants[step.of]
    const data = { stock: step.stock }
    if (variant) {
      variant.stock = step.stock
      await prisma.variant.updateMany({ where: { ...where, optionsKey: JSON.stringify(variant.options) }, data })
    } else {
      product.stock = step.stock
      await prisma.product.updateMany({ where: key, data })
    }
    return
  }
  if (step.does === 'forget') await prisma.productSearch.deleteMany({ where })
  else if (product.variants.length > 1) {
    const removed = product.variants.shift()
    await prisma.variant.deleteMany({ where: { ...where, optionsKey: JSON.stringify(removed?.options) } })
    await prisma.product.updateMany({ where: key, data: { version: { increment: 1 } } })
  }
  await indexOutdated(shop.services)
}

/** The products whose rows say something else than their variants do of them. */
const disagreeing = (store: Store) =>
  shop.database.prisma.$queryRaw`
    SELECT product_id FROM product_search AS s
    WHERE store_id = ${store.id}::uuid AND told_version = offers_version AND ARRAY(
      SELECT id FROM variants WHERE store_id = ${store.id}::uuid AND product_id = s.product_id AND indexed_sold_out
      ORDER BY id
    ) <> ARRAY(SELECT id FROM unnest(sold_out) AS id ORDER BY 1)`

describe('the search index, updated with stock by a job', () => {
  it('finds and counts what a plain look does, whatever has changed since', async () => {
    const catalogue = fc.array(product, { minLength: PRODUCTS, maxLength: PRODUCTS })
    await fc.assert(
      fc.asyncProperty(catalogue, fc.array(step, { minLength: 2, maxLength: 8 }), async (catalogue, steps) => {
        const products = catalogue.map(({ stocks, ...rest }, at) => ({
          ...rest,
          slug: `p${at}`,
          name: `Product ${at}`,
          variants: stocks.map((stock, of) => ({ options: { size: SIZES[of] ?? '' }, price: 10 * (of + 1), stock })),
        }))
        const store = await shop.addStore({ products })
        const none = { salePrice: null, category: '', brand: '', active: true, displayOrder: 0, ratings: [] }
        const plain = products.map(({ variants, ...rest }) => ({
          ...none,
          ...rest,
          variants: variants.map((variant) => ({ ...variant, salePrice: null })),
        }))
        await check(store, plain)
        await indexStock(shop.services)
        for (const step of steps) await take(step, store, plain)
        await check(store, plain)
        await indexStock(shop.services)
        await check(store, plain)
        expect(await indexStock(shop.services)).toBe(0)
      }),
      { numRuns: 10 },
    )
  }, 120_000)

  it('agrees with what its variants say it has indexed, with jobs and counts at the same time', async () => {
    const variants = SIZES.map((size) => ({ options: { size }, price: 10, stock: 0 }))
    const store = await shop.addStore({
      products: ['a', 'b', 'c'].map((slug) => ({ slug, name: slug, price: 10, variants })),
    })
    const rows = await shop.database.prisma.variant.findMany({ where: { storeId: store.id } })
    for (let round = 0; round < 5; round += 1) {
      await atOnce(12, async (at) => {
        if (at % 3 === 0) await indexStock(shop.services)
        const { id = '' } = rows[(round + at) % rows.length] ?? {}
        await shop.database.prisma.variant.updateMany({
          where: { storeId: store.id, id },
          data: { stock: (at + round) % 2 },
        })
      })
      expect(await disagreeing(store)).toEqual([])
    }
    await indexStock(shop.services)
    expect(await indexStock(shop.services)).toBe(0)
    expect(await disagreeing(store)).toEqual([])
  })

  it.skipIf(onCluster())('waits for nobody who has locked a variant', needs(noServer), async () => {
    const variants = [{ options: { size: 'S' }, price: 10, stock: 3 }]
    const store = await shop.addStore({ products: [{ slug: 'a', name: 'A', price: 10, variants }] })
    await indexStock(shop.services)
    await shop.database.prisma.variant.updateMany({ where: { storeId: store.id }, data: { stock: 0 } })
    await shop.database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM variants WHERE store_id = ${store.id}::uuid FOR UPDATE`
      await indexStock(shop.services)
    })
    expect((await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?in_stock=1`)).body.total).toBe(0)
    expect(await indexStock(shop.services)).toBe(1)
  })
})
