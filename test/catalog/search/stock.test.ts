import { beforeEach, describe, expect, it } from 'vitest'
import { indexOutdated } from '../../../src/commerce/catalog/search/index/index-outdated.ts'
import { indexStock } from '../../../src/commerce/catalog/search/index/index-stock.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { buyer, dataOf, productIdOf } from '../../support/buying.ts'
import { rest } from '../../support/call.ts'
import { clientOf } from '../../support/client.ts'
import { generousHolds } from '../../support/generous-holds.ts'
import { ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

let store: Store
/** Makes each query one that no answer is kept of. */
let asked = 0

let now: Date = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => now }))

beforeEach(async () => {
  const variants = [
    { options: { size: '50g' }, price: 10, stock: 2 },
    { options: { size: '100g' }, price: 20, stock: 0 },
    { options: { size: '250g' }, price: 30 },
  ]
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [
      { slug: 'assam', name: 'Assam', price: 10, stock: 0, variants },
      { slug: 'nilgiri', name: 'Nilgiri', price: 10, stock: 1 },
    ],
  })
})

async function find(query: string) {
  const { status, body } = await rest(
    shop,
    'GET',
    `/api/sites/${store.subdomain}/products?${query}&max_price=${1000 + asked++}`,
  )
  expect(status).toBe(200)
  const slugs = body.products.map(({ slug }: { slug: string }) => slug).sort()
  expect(body.total).toBe(slugs.length)
  return { slugs, facets: body.facets }
}

const slugs = async (query: string) => (await find(query)).slugs
const sizes = async () => {
  const { facets } = await find('in_stock=1&facets=1')
  return (facets.options.size ?? []).map(({ value }: { value: string }) => value).sort()
}
const all = ['assam', 'nilgiri']

async function variantOf(size: string) {
  const variants = await shop.database.prisma.variant.findMany({ where: { storeId: store.id } })
  return variants.find(({ options }) => (options as { size: string }).size === size)?.id
}

/** As the owner sets it: of a variant of assam, or of assam itself. */
async function setStock(size: string | null, basedOn: number | null, stock: number | null) {
  const owner = await ownerOf(shop, store)
  await owner.ask(
    `mutation ($productId: ID!, $variantId: ID, $stock: Int, $basedOn: Int) {
      setStock(productId: $productId, variantId: $variantId, stock: $stock, basedOn: $basedOn) { id }
    }`,
    { productId: await productIdOf(shop, store, 'assam'), variantId: size && (await variantOf(size)), stock, basedOn },
  )
}

describe('what is found in stock', () => {
  it.each([
    ['indexed none', 0],
    ['indexed the first', 1],
    ['indexed each', 5],
  ])('follows the counts of variants, of which the index has %s', async (_, runs) => {
    let left = runs
    const runIndexJob = async () => {
      if (left-- > 0) await indexStock(shop.services)
    }
    await runIndexJob()
    expect(await sizes()).toEqual(['50g'])
    expect(await slugs('in_stock=1&option.size=250g')).toEqual([])
    expect(await slugs('option.size=250g')).toEqual(['assam'])
    await setStock('250g', null, 1)
    await runIndexJob()
    expect(await sizes()).toEqual(['250g', '50g'])
    expect(await slugs('in_stock=1&option.size=250g&min_price=25')).toEqual(['assam'])
    await setStock('250g', 1, null)
    await setStock('50g', 2, 0)
    expect(await slugs('in_stock=1')).toEqual(['nilgiri'])
    await runIndexJob()
    expect(await slugs('in_stock=1')).toEqual(['nilgiri'])
    await setStock('100g', 0, 4)
    expect(await sizes()).toEqual(['100g'])
    await setStock('100g', 4, 0)
    expect(await slugs('in_stock=1')).toEqual(['nilgiri'])
    await setStock(null, 0, null)
    await runIndexJob()
    expect(await slugs('in_stock=1')).toEqual(all)
    expect(await sizes()).toEqual(['250g'])
    expect(await slugs('in_stock=1&min_price=30')).toEqual(['assam'])
    expect(await slugs('min_price=30')).toEqual([])
  })

  it('is without what orders hold until they are paid, and for no longer', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const order = async (slug: string, qty: number, options?: object) => {
      const id = await productIdOf(shop, store, slug)
      await dataOf(client.checkout({ buyer, items: [{ id, qty, ...(options && { variant: options }) }] }))
    }
    await order('assam', 1, { size: '50g' })
    expect(await slugs('in_stock=1')).toEqual(all)
    await order('assam', 1, { size: '50g' })
    await order('nilgiri', 1)
    for (const query of ['in_stock=1', 'in_stock=1&q=a&sort=relevance', 'in_stock=1&sort=best_selling']) {
      expect(await slugs(query)).toEqual([])
    }
    expect((await find('facets=1')).facets.availability).toEqual([])
    await setStock(null, 0, 3)
    expect(await slugs('in_stock=1')).toEqual(['assam'])
    await order('assam', 3, { size: '250g' })
    expect(await slugs('in_stock=1')).toEqual([])
    now = new Date(now.getTime() + 24 * 3_600_000)
    expect(await slugs('in_stock=1')).toEqual(all)
    expect(await sizes()).toEqual(['250g', '50g'])
  })
})

describe('a product that was indexed before its ways to buy it were', () => {
  it('is found by its own count and price, and by all the rest after the next run of the job', async () => {
    await shop.database.prisma.$executeRaw`
      UPDATE product_search SET offer_ids = NULL, offer_prices = NULL, offer_options = NULL, offers_version = NULL
      WHERE store_id = ${store.id}::uuid`
    const { facets } = await find('facets=1&min_price=5')
    expect(facets).toMatchObject({ options: {}, availability: [{ value: true, count: 1 }] })
    expect(await slugs('in_stock=1&min_price=5')).toEqual(['nilgiri'])
    expect(await slugs('option.size=50g')).toEqual([])
    expect(await indexOutdated(shop.services)).toBe(2)
    expect(await slugs('in_stock=1&option.size=50g')).toEqual(['assam'])
    expect(await slugs('in_stock=1')).toEqual(all)
    expect(await indexOutdated(shop.services)).toBe(0)
  })

  it('is indexed anew when a version that knows none of them has changed it', async () => {
    const where = { storeId: store.id, slug: 'assam' }
    await shop.database.prisma.$executeRaw`UPDATE variants SET price = 5000 WHERE store_id = ${store.id}::uuid`
    await shop.database.prisma.product.updateMany({ where, data: { version: { increment: 1 } } })
    await shop.database.prisma.productSearch.updateMany({
      where: { storeId: store.id, product: { slug: 'assam' } },
      data: { productVersion: { increment: 1 }, price: 5000n },
    })
    expect(await slugs('option.size=50g&min_price=40')).toEqual([])
    expect(await indexOutdated(shop.services)).toBe(1)
    expect(await slugs('option.size=50g&min_price=40')).toEqual(['assam'])
  })
})
