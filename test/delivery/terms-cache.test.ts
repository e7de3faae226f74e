import { expect, it } from 'vitest'
import { createTermsCache } from '../../src/commerce/delivery/store-terms.ts'
import { forAllTests, openShop, type Shop } from '../support/shop.ts'

const shop = await forAllTests(openShop())

/** Codes that do not follow each other, so that no ranges are made of them. */
const scattered = (count: number) => Array.from({ length: count }, (_, at) => String(100_000 + 3 * at))

const storeWith = (codes: number) =>
  shop.addStore({
    store: { shipping: { zones: [{ code: 'all', name: 'All', countries: ['IN'], postalCodes: scattered(codes) }] } },
  })

const readings = (of: Shop) => of.statements().filter((statement) => statement.includes('FROM shipping_zones')).length

it('terms that are larger than all of the cache are read once for their version', async () => {
  const [large, small] = [await storeWith(1_000), await storeWith(1)]
  const cache = createTermsCache(10_000)
  const find = (id: string) => cache.find(shop.services.db.sql, id, 1n)
  await find(small.id)
  shop.statements()
  for (let times = 0; times < 3; times += 1) {
    const { zones } = await find(large.id)
    expect(zones[0]?.postalCodes?.has('100 003', 'IN')).toBe(true)
  }
  expect(readings(shop)).toBe(1)
  // They have the cache to themselves.
  await find(small.id)
  expect(readings(shop)).toBe(1)
})
