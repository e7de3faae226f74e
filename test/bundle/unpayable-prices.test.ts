import { expect, it } from 'vitest'
import { checkBundle } from '../../src/bundle/parse-bundle.ts'
import { unpayablePrices } from '../../src/bundle/unpayable-prices.ts'

const bundle = (currency: string) =>
  checkBundle({
    format: 'storefront-bundle/1',
    store: { subdomain: 'cafe', businessName: 'Cafe', currency, shipping: { fee: 1.12, freeFrom: null } },
    products: [
      { slug: 'karak', name: 'Karak', price: 1.12, salePrice: 1.1 },
      { slug: 'tea', name: 'Tea', price: 2, variants: [{ options: { size: 'L' }, price: 2.5, salePrice: null }] },
    ],
  })

it('a bundle in dinars whose prices providers take has nothing to report', () => {
  expect(unpayablePrices(bundle('KWD'))).toEqual([])
})

it('prices with a third decimal are imported, and each is reported', () => {
  const { store, products = [] } = bundle('KWD')
  const [karak, tea] = products
  if (!karak || !tea) throw new Error('The bundle has two products')
  const odd = { ...tea, variants: [{ options: { size: 'L' }, price: 2005n }] }
  const wrong = 'expected a multiple of 0.01 KWD, because payment providers take no other amounts, found'
  expect(
    unpayablePrices({ format: 'storefront-bundle/1', store, products: [{ ...karak, salePrice: 1001n }, odd] }),
  ).toEqual([
    { path: 'products[0].salePrice', message: `${wrong} 1.001` },
    { path: 'products[1].variants[0].price', message: `${wrong} 2.005` },
  ])
})
