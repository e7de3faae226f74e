import { beforeAll, expect, it } from 'vitest'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
let owner: Owner

beforeAll(async () => {
  const sizes = ['S', 'M', 'L'].map((size) => ({ options: { size }, price: 90 }))
  const store = await shop.addStore({
    store: {
      shipping: {
        zones: [{ code: 'in', name: 'India', methods: [{ code: 'post', name: 'Post', tiers: [{ from: 0, fee: 5 }] }] }],
      },
      paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash' }],
    },
    products: [
      { slug: 'tea', name: 'Tea', price: 100, sku: 'T', images: ['https://images.example.com/a.jpg'] },
      { slug: 'shirt', name: 'Shirt', price: 100, variants: sizes },
    ],
    discounts: [{ code: 'TEN', type: 'percent', value: 10 }],
  })
  owner = await ownerOf(shop, store)
  // The first use of a key is noted.
  await owner.ask('{ keys { id } }')
})

const product = (input: string) => `upsertProduct(input: { ${input} }) { version price variants { price } }`
const shirt = (price: number) =>
  `slug: "shirt", version: 2, variants: [${['S', 'M', 'L']
    .map((value) => `{ options: [{ name: "size", value: "${value}" }], price: ${value === 'L' ? price : 90} }`)
    .join()}]`

/** Of the owner's key, and what is between BEGIN and COMMIT. */
it.each([
  ['a product’s price', 6, product('slug: "tea", version: 1, price: 120'), { version: 2, price: 120, variants: [] }],
  [
    'the price of a product with variants',
    6,
    product('slug: "shirt", version: 1, price: 120'),
    { version: 2, price: 120, variants: [{ price: 90 }, { price: 90 }, { price: 90 }] },
  ],
  [
    'the price of a variant',
    7,
    product(shirt(95)),
    { version: 3, price: 120, variants: [{ price: 90 }, { price: 90 }, { price: 95 }] },
  ],
  ['a product that stays as it is', 3, product('slug: "tea", version: 2, price: 120'), { version: 2, price: 120 }],
  ['a setting', 5, 'updateStore(input: { lowStockThreshold: 4 }, version: 1) { version }', { version: 2 }],
  [
    'a zone',
    6,
    'upsertShippingZone(input: { code: "in", version: 1, name: "All of India" }) { version name methods { code } }',
    { version: 2, name: 'All of India', methods: [{ code: 'post' }] },
  ],
  [
    'a payment method',
    6,
    'upsertPaymentMethod(input: { code: "cod", version: 1, name: "In cash" }) { version name }',
    { version: 2, name: 'In cash' },
  ],
  ['a discount', 5, 'upsertDiscount(input: { code: "TEN", version: 1, value: 12 }) { version value }', { version: 2 }],
])('a save of %s sends %i statements', async (_, count, field, answer) => {
  shop.statements()
  const [saved] = Object.values(await owner.ask(`mutation { ${field} }`))
  const sent = shop.statements().filter((sql) => !/\b(BEGIN|COMMIT)\b/.test(sql))
  expect(saved).toMatchObject(answer)
  expect(sent).toHaveLength(count)
})
