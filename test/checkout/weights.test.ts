import { expect, it } from 'vitest'
import { productIdOf } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
/** A gram costs one rupee. */
const store = await shop.addStore({
  store: {
    shipping: {
      ...{ fee: 0, country: 'IN', defaultWeight: 7 },
      zones: [
        {
          ...{ code: 'india', name: 'India', countries: ['IN'] },
          methods: [
            { ...{ code: 'post', name: 'Post', basis: 'weight', tiers: [{ from: 0, fee: 0 }] }, step: 1, stepFee: 1 },
          ],
        },
      ],
    },
  },
  products: [
    {
      ...{ slug: 'tea', name: 'Tea', price: 100, weight: 500 },
      variants: [{ options: { size: 'sample' }, weight: 20 }, { options: { size: 'caddy' } }],
    },
    {
      ...{ slug: 'cup', name: 'Cup', price: 100 },
      variants: [{ options: { size: 'large' }, weight: 300 }, { options: { size: 'small' } }],
    },
    { slug: 'pot', name: 'Pot', price: 100, weight: 900 },
    { slug: 'note', name: 'Note', price: 100 },
  ],
})

interface Wanted {
  slug: string
  size?: string
  qty?: number
}

/** In grams. */
async function weightOf(...wanted: Wanted[]): Promise<number> {
  const items = await Promise.all(
    wanted.map(async ({ slug, size, qty = 1 }) => ({
      ...{ id: await productIdOf(shop, store, slug), qty },
      ...(size && { variant: { size } }),
    })),
  )
  const { body } = await rest(shop, 'POST', `/api/sites/${store.subdomain}/quote`, { items })
  return body.breakdown.shipping
}

it('a variant weighs what it says itself, else what the product says, else what things weigh in the store', async () => {
  expect(await weightOf({ slug: 'tea', size: 'sample' })).toBe(20)
  expect(await weightOf({ slug: 'tea', size: 'caddy' })).toBe(500)
  expect(await weightOf({ slug: 'cup', size: 'large' })).toBe(300)
  expect(await weightOf({ slug: 'cup', size: 'small' })).toBe(7)
  expect(await weightOf({ slug: 'pot' })).toBe(900)
  expect(await weightOf({ slug: 'note' })).toBe(7)
})

it('a parcel weighs what all units of all lines do', async () => {
  const lines = [
    { slug: 'tea', size: 'sample', qty: 3 },
    { slug: 'tea', size: 'caddy' },
    { slug: 'note', qty: 2 },
  ]
  expect(await weightOf(...lines)).toBe(3 * 20 + 500 + 2 * 7)
})
