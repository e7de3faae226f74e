import { expect, it } from 'vitest'
import { checkBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { unpayablePrices } from '../../src/commerce/bundle/unpayable-prices.ts'

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

it('fees of delivery and payment methods with a third decimal are reported, too', () => {
  const tiers = (fees: number[]) => fees.map((fee, index) => ({ from: index, fee }))
  const methods = (...fees: number[]) => [
    { code: 'bike', name: 'Bike', tiers: tiers([1]) },
    { code: 'van', name: 'Van', basis: 'weight', tiers: tiers(fees), step: 500, stepFee: 0.125 },
  ]
  const { store, ...rest } = checkBundle({
    format: 'storefront-bundle/1',
    store: {
      ...{ subdomain: 'cafe', businessName: 'Cafe', currency: 'KWD' },
      shipping: {
        zones: [
          { code: 'city', name: 'City' },
          { code: 'far', name: 'Far', methods: methods(1, 2.125) },
        ],
      },
      paymentMethods: [
        { code: 'bank', name: 'Bank', kind: 'manual', fee: 0.25 },
        { code: 'cod', name: 'Cash', kind: 'cod', fee: 0.255 },
      ],
    },
  })
  expect(unpayablePrices({ ...rest, store }).map(({ path }) => path)).toEqual([
    'store.shipping.zones[1].methods[1].tiers[1].fee',
    'store.shipping.zones[1].methods[1].stepFee',
    'store.paymentMethods[1].fee',
  ])
})
