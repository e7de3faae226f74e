import { expect, it } from 'vitest'
import { sellingBundle } from '../checkout/selling-store.ts'
import { buy, dataOf, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))

/** In subunits, in which nothing is rounded. */
const subunits = (amount: number) => Math.round(amount * 100)

function expectToAddUp(order: any): void {
  const { subtotal, discount_amount, loyalty_discount, shipping_fee, tax, gst_inclusive, total } = order
  const added = gst_inclusive ? 0 : tax
  const parts = [subtotal, -discount_amount, -loyalty_discount, shipping_fee, added].map(subunits)
  expect(parts.reduce((sum, part) => sum + part)).toBe(subunits(total))
  const goods = order.items.map(({ price, qty }: any) => subunits(price) * qty)
  expect(goods.reduce((sum: number, part: number) => sum + part)).toBe(subunits(subtotal))
}

it.each([[false], [true]])(
  'an order’s amounts add up to its total wherever REST shows it, with prices that include tax: %s',
  async (inclusive) => {
    const { store: settings, ...bundle } = sellingBundle
    const store = await shop.addStore({ ...bundle, store: { ...settings, tax: { rate: 18, inclusive } } })
    const base = `/api/sites/${store.subdomain}`
    const client = clientOf(shop, store.subdomain, 'REST')
    const assam = await productIdOf(shop, store, 'assam')
    const sized = await productIdOf(shop, store, 'sized')
    const { token } = await signUpWithPoints(shop, store, client, 1_000)
    const buyer = { name: 'Asha', phone: '98765 43210' }

    for (const [qty, points, discountCode] of [
      [1, 0, undefined],
      [3, 7, 'TEN'],
      [2, 133, 'FLAT100'],
    ] as const) {
      const items = [
        { id: assam, qty },
        { id: sized, qty: 1, variant: { size: '250g' } },
      ]
      const input = { items, buyer, loyaltyPoints: points, discountCode }
      const { orderNo, breakdown } = await buy(shop, client, input, { token })

      const { body } = await rest(shop, 'GET', `${base}/customer/orders`, undefined, { token })
      const tracked = await rest(shop, 'POST', `${base}/track-order`, { orderNo, phone: buyer.phone })
      const event = await rest(shop, 'GET', `${base}/orders/${orderNo}/events?phone=3210`)
      for (const order of [body.orders[0], tracked.body.order, event.body.order]) {
        expectToAddUp(order)
        expect(order).toMatchObject({
          order_no: orderNo,
          items: [
            { product_id: assam, name: 'Assam', variant: null, qty },
            { product_id: sized, name: 'Sencha', variant: { size: '250g' }, qty: 1 },
          ],
          loyalty_discount: breakdown.loyaltyDiscount,
          tax: breakdown.tax,
          gst_inclusive: inclusive,
          refunded_amount: 0,
        })
      }
    }
  },
)

it('an order shows what was refunded, to the buyer and to webhooks alike', async () => {
  const store = await shop.addStore(sellingBundle)
  const client = clientOf(shop, store.subdomain, 'REST')
  const owner = await ownerOf(shop, store)
  const url = 'https://hooks.example/orders'
  await owner.ask('mutation ($url: String!) { createWebhook(input: { url: $url }) { secret } }', { url })
  const { orderNo, breakdown } = await buy(shop, client, {
    items: [{ id: await productIdOf(shop, store, 'pot'), qty: 1 }],
  })
  const { version } = (
    await owner.ask('query ($orderNo: String!) { order(orderNo: $orderNo) { version } }', { orderNo })
  ).order
  await owner.ask(
    'mutation ($orderNo: String!, $version: Int!) { markRefunded(orderNo: $orderNo, version: $version) { id } }',
    { orderNo, version },
  )
  const { order } = await dataOf(client.trackOrder({ orderNo, phone: '3210' }))
  expect(order).toMatchObject({ payment_status: 'refunded', refunded_amount: breakdown.total })
  const messages = await shop.database.prisma.webhookMessage.findMany({ where: { storeId: store.id } })
  const reported = messages.map(({ body }) => JSON.parse(body)).find(({ type }) => type === 'order.refunded')
  expect(reported.data.order).toMatchObject({ total: breakdown.total, refunded_amount: breakdown.total })
})
