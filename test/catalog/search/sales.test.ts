import { describe, expect, it, vi } from 'vitest'
import { indexOutdated } from '../../../src/commerce/catalog/search/index/index-outdated.ts'
import { atOnce, buy, productIdOf } from '../../support/buying.ts'
import { rest } from '../../support/call.ts'
import { clientOf } from '../../support/client.ts'
import { generousHolds } from '../../support/generous-holds.ts'
import { ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: ['assam', 'nilgiri', 'keemun', 'sencha'].map((slug) => ({ slug, name: slug, price: 10 })),
})
const client = clientOf(shop, store.subdomain, 'REST')
const owner = await ownerOf(shop, store)

const slugs = async (query: string): Promise<string[]> => {
  const { body } = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?${query}`)
  return body.products.map(({ slug }: { slug: string }) => slug)
}

const sell = async (...cart: [slug: string, qty: number][]): Promise<string> => {
  const items = await Promise.all(cart.map(async ([slug, qty]) => ({ id: await productIdOf(shop, store, slug), qty })))
  return (await buy(shop, client, { items })).orderNo
}

/** What moves with orders is kept for a second. */
const expectBestSelling = (expected: string[]) =>
  vi.waitFor(async () => expect(await slugs('sort=best_selling')).toEqual(expected), { timeout: 30_000 })

describe('the list of what sells best', () => {
  it('counts the units of paid orders, of many at once, and no longer those of cancelled ones', async () => {
    const cancelled = await sell(['assam', 20])
    // In both orders, so that two of them would wait for each other if each took the rows in its own.
    await atOnce(10, (at) => (at % 2 === 0 ? sell(['keemun', 1], ['nilgiri', 1]) : sell(['nilgiri', 1], ['keemun', 2])))
    await expectBestSelling(['assam', 'keemun', 'nilgiri', 'sencha'])
    await owner.ask(
      'mutation ($orderNo: String!) { setOrderStatus(orderNo: $orderNo, status: CANCELLED) { status } }',
      { orderNo: cancelled },
    )
    await expectBestSelling(['keemun', 'nilgiri', 'assam', 'sencha'])
  })

  it('knows of sales from before they were counted, and searches of products, after the first run of the job', async () => {
    const { prisma } = shop.database
    const where = { storeId: store.id }
    const counted = await prisma.productSales.findMany({ where, orderBy: { productId: 'asc' } })
    expect(counted.map(({ units }) => units).sort()).toEqual([0, 0, 10, 15])
    await prisma.productSales.deleteMany({ where })
    await prisma.productSearch.deleteMany({ where })
    expect(await indexOutdated(shop.services)).toBe(4)
    expect(await prisma.productSales.findMany({ where, orderBy: { productId: 'asc' } })).toEqual(counted)
    await expectBestSelling(['keemun', 'nilgiri', 'assam', 'sencha'])
    expect(await slugs('q=senchas')).toEqual(['sencha'])
    expect(await indexOutdated(shop.services)).toBe(0)
  })

  it('is searched with what a version without an index has changed, after the next run', async () => {
    const { prisma } = shop.database
    const where = { storeId: store.id, slug: 'sencha' }
    await prisma.product.updateMany({ where, data: { name: 'Gyokuro', version: { increment: 1 } } })
    expect(await slugs('q=gyokuro')).toEqual([])
    expect(await indexOutdated(shop.services)).toBe(1)
    expect(await slugs('q=gyokuro')).toEqual(['sencha'])
  })
})
