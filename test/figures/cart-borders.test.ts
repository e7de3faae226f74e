import { expect, it } from 'vitest'
import { addUpFigures } from '../../src/commerce/figures/add-up.ts'
import { buyer, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

let now = new Date('2026-04-01T00:00:00Z')
const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => now }))

const CARTS = `query ($from: DateTime!, $until: DateTime!) {
  cartConversion(from: $from, until: $until) { made ordered share } }`
const [from, until] = ['2026-04-10T06:00:00Z', '2026-04-10T06:30:00Z']

it('carts belong to the period from its first moment until before its last, added up or not', async () => {
  const store = await shop.addStore({
    store: {
      payments: { provider: 'sandbox' },
      paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery' }],
    },
    products: [{ slug: 'tea', name: 'Tea', price: 100 }],
  })
  const owner = await ownerOf(shop, store)
  const client = clientOf(shop, store.subdomain, 'REST')
  const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
  const order = (cartId: string) =>
    dataOf(
      client.checkout({
        cartId,
        paymentMethod: 'cod',
        buyer: { ...buyer, phone: `+91${newPhone()}`, address: '1 Hill lane' },
      }),
    )
  const carts: string[] = []
  // The carts before and after the period, of which one is ordered within it, must not count.
  for (const moment of ['05:59:59.999', '06:00:00.000', '06:15:00.000', '06:29:59.999', '06:30:00.000']) {
    now = new Date(`2026-04-10T${moment}Z`)
    carts.push((await dataOf(client.createCart({ items }))).cart.id)
    if (carts.length === 3) await order(carts[0] ?? '')
  }
  const counted = async () => (await owner.ask(CARTS, { from, until })).cartConversion
  expect(await counted()).toEqual({ made: 3, ordered: 0, share: 0 })
  // Ordered after the period: the cart is of the period all the same.
  now = new Date('2026-04-10T07:00:00Z')
  for (const cart of [carts[1], carts[3]]) await order(cart ?? '')
  const all = { made: 3, ordered: 2, share: 2 / 3 }
  expect(await counted()).toEqual(all)

  now = new Date('2026-05-10T00:00:00Z')
  await addUpFigures(shop.services)
  const spans = await shop.database.prisma.$queryRaw`SELECT made FROM cart_spans WHERE store_id = ${store.id}::uuid`
  expect(spans).toHaveLength(4)
  expect(await counted()).toEqual(all)
})
