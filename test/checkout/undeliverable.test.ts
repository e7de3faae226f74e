import { describe, expect, it } from 'vitest'
import { dataOf, orderRow, pay, productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: { ...generousHolds, cashOrders: 1 } }))
const flat = (code: string, fee: number) => ({ code, name: code, tiers: [{ from: 0, fee }] })
const store = await shop.addStore({
  store: {
    payments: { provider: 'sandbox' },
    // Nobody knows whether an order goes to the city before its postal code is known.
    shipping: {
      zones: [
        {
          ...{ code: 'city', name: 'City', countries: ['IN'], postalCodes: ['5600*'] },
          methods: [flat('bike', 20), { ...flat('van', 50), minGoods: 1000 }],
        },
        { code: 'assam', name: 'Assam', countries: ['IN'], regions: ['IN-AS'], methods: [flat('post', 150)] },
      ],
    },
    paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery', fee: 30, zones: ['city'] }],
  },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
const city = { postalCode: '560001' }
const base = `/api/sites/${store.subdomain}`
const person = () => ({ name: 'Asha', phone: newPhone(), address: '12 Church Street, Bengaluru 560001' })

const UNSERVED = 'NOT_DELIVERED_THERE'
const NO_METHOD = 'DELIVERY_METHOD_UNAVAILABLE'
const NO_PAYMENT = 'PAYMENT_METHOD_UNAVAILABLE'

const refusals: [message: string, code: string, reason: string, wish: object, needs?: string][] = [
  ['Choose where to deliver.', 'DELIVERY_UNAVAILABLE', 'DESTINATION_REQUIRED', {}, 'postalCode'],
  [
    'We do not deliver there.',
    'DELIVERY_UNAVAILABLE',
    UNSERVED,
    { delivery: { postalCode: '600001', region: 'IN-TN' } },
  ],
  ['We do not deliver there.', 'DELIVERY_UNAVAILABLE', UNSERVED, { delivery: { country: 'NP' } }],
  [
    'This delivery method is not available.',
    'METHOD_UNAVAILABLE',
    NO_METHOD,
    { delivery: { ...city, method: 'rocket' } },
  ],
  ['This delivery method is not available.', 'METHOD_UNAVAILABLE', NO_METHOD, { delivery: { ...city, method: 'van' } }],
  [
    'This payment method is not available.',
    'METHOD_UNAVAILABLE',
    NO_PAYMENT,
    { delivery: city, paymentMethod: 'gold' },
  ],
  [
    'This payment method is not available.',
    'METHOD_UNAVAILABLE',
    NO_PAYMENT,
    { delivery: { region: 'Assam', postalCode: '781001' }, paymentMethod: 'cod' },
  ],
]

/** A checkout in GraphQL, as it is answered. */
const checkoutOf = (input: object) =>
  graphql(shop, store.subdomain, 'mutation ($input: CheckoutInput!) { checkout(input: $input) { orderNo } }', { input })

describe.each(refusals)('%s', (message, code, reason, wish, needs) => {
  it.each(interfaces)(
    `${code} in a cart and a quote over %s, of which nothing is delivered or paid like this: ${JSON.stringify(wish)}`,
    async (by) => {
      const client = clientOf(shop, store.subdomain, by)
      const quoted = await dataOf(client.quote({ items, ...wish }))
      const more = needs ? { needs } : {}
      expect(quoted.notices).toEqual([{ code, reason, message, ...more }])
      const { cart } = await dataOf(client.createCart({ items, ...wish }))
      const notice = { code, reason, message, item: null, ...more }
      expect(cart.notices).toEqual([notice])
      expect((await dataOf(client.cart(cart.id))).cart.notices).toEqual([notice])
      for (const { breakdown } of [quoted, cart]) {
        expect(breakdown.total).toBe(breakdown.subtotal + breakdown.shipping)
      }
      expect(await client.checkout({ cartId: cart.id, buyer: person() })).toEqual({ status: 400, error: message })
    },
  )

  it(`refuses a checkout with 400 over both: ${JSON.stringify(wish)}`, async () => {
    const input = { items, buyer: person(), ...wish }
    const asProblem = { headers: { accept: 'application/problem+json' } }
    expect(await rest(shop, 'POST', `${base}/checkout`, input)).toMatchObject({ status: 400, body: { error: message } })
    expect(await rest(shop, 'POST', `${base}/checkout`, input, asProblem)).toMatchObject({
      ...{
        status: 400,
        body: { detail: message, code: 'BAD_USER_INPUT', reason, notices: [{ code, reason, message }] },
      },
    })
    const { body } = await checkoutOf(input)
    expect(body.data).toEqual({ checkout: null })
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0]).toMatchObject({
      message,
      extensions: { code: 'BAD_USER_INPUT', reason, notices: [{ code, reason, message }] },
    })
    expect(await shop.database.prisma.order.count({ where: { buyerPhone: input.buyer.phone } })).toBe(0)
  })
})

it('Too many orders to pay on delivery. Please pay one, or wait.', async () => {
  const message = 'Too many orders to pay on delivery. Please pay one, or wait.'
  const input = { items, buyer: person(), delivery: city, paymentMethod: 'cod' }
  expect((await checkoutOf(input)).body.errors).toBeUndefined()
  expect(await rest(shop, 'POST', `${base}/checkout`, input)).toMatchObject({ status: 400, body: { error: message } })
  const { body } = await checkoutOf(input)
  expect(body.errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
  expect(await shop.database.prisma.order.count({ where: { buyerPhone: input.buyer.phone } })).toBe(1)
})

describe.each(interfaces)('a client that knows only the specification, over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  it('is told what to send, and buys once it sends that alone', async () => {
    const input = { items, buyer: person() }
    expect(await client.checkout(input)).toEqual({ status: 400, error: 'Choose where to deliver.' })
    const placed = await dataOf(client.checkout({ ...input, delivery: city }))
    expect(placed.breakdown).toMatchObject({ subtotal: 200, shipping: 20, total: 220 })
    expect(await dataOf(client.verify(await pay(shop, placed.providerOrderId)))).toEqual({ success: true })
  })

  it('buys in a store that delivers to all of its country, by the cheapest method, and follows its order', async () => {
    const whole = await shop.addStore({
      store: {
        payments: { provider: 'sandbox' },
        shipping: {
          zones: [
            { code: 'city', name: 'City', countries: ['IN'], postalCodes: ['5600*'], methods: [flat('bike', 5)] },
            { code: 'india', name: 'India', countries: ['IN'], methods: [flat('express', 120), flat('post', 40)] },
          ],
        },
      },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
      discounts: [{ code: 'TEN', type: 'percent', value: 10 }],
    })
    const knowing = clientOf(shop, whole.subdomain, by)
    const { phone, ...rest } = person()
    const { token } = await dataOf(knowing.signUp({ name: 'Asha', phone, password: 'secret1' }))
    const goods = { items: [{ id: await productIdOf(shop, whole, 'tea'), qty: 2 }], discountCode: 'TEN' }
    const quoted = await dataOf(knowing.quote({ ...goods, phone }, { token }))
    const placed = await dataOf(
      knowing.checkout({ ...goods, buyer: { ...rest, phone, email: 'a@example.com' } }, { token }),
    )
    expect(placed.breakdown).toEqual(quoted.breakdown)
    expect(placed).toMatchObject({
      ...{ amount: 22_000, currency: 'INR', notices: [] },
      breakdown: { subtotal: 200, discount: 20, shipping: 40, tax: 0, total: 220 },
    })
    await dataOf(knowing.verify(await pay(shop, placed.providerOrderId)))
    const [order] = (await dataOf(knowing.orders({ token }))).orders
    expect(order).toMatchObject({ order_no: placed.orderNo, shipping_fee: 40, total: 220, status: 'confirmed' })
    const tracked = await dataOf(knowing.trackOrder({ orderNo: placed.orderNo, phone }))
    expect(tracked.order).toMatchObject({ shipping_fee: 40, payment_status: 'paid' })
    expect((await orderRow(shop, whole, placed.orderNo)).delivery).toMatchObject({ zone: 'india', method: 'post' })
  })
})
