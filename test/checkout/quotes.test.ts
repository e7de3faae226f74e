import { beforeAll, describe, expect, it } from 'vitest'
import { ownAddress } from '../support/addresses.ts'
import { buy, buyer, dataOf, pay, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { type Caller, graphql } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { openSellingStore, type SellingStore } from './selling-store.ts'

const INVALID = 'An item needs the id of a product, a qty of 1 to 99 and, if any, a variant of texts.'

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
  discounts: [{ code: 'ONCE', type: 'fixed', value: 10, perCustomerLimit: 1 }],
})
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]

const QUOTE =
  'query ($input: QuoteInput!) { quote(input: $input) { breakdown { discount } notices { code message item } } }'
const ask = (input: object, caller?: Caller) =>
  graphql(shop, store.subdomain, QUOTE, { input: { items, ...input } }, caller)
const quoted = async (input: object, caller?: Caller) => (await ask(input, caller)).body.data.quote

describe('a quote with a code for one use per customer', () => {
  it('says the same of every phone to who has no token, and checkout decides', async () => {
    const client = clientOf(shop, store.subdomain, 'GraphQL')
    const cart = { items, buyer: { name: 'Ravi', phone: '98765 43210' }, discountCode: 'ONCE' }
    await buy(shop, client, cart)
    const answers = await Promise.all(
      ['98765 43210', '+919876543210', '91234 56789', 'none', undefined].map((phone) =>
        quoted({ discountCode: 'ONCE', phone }),
      ),
    )
    for (const answer of answers) expect(answer).toEqual({ breakdown: { discount: 10 }, notices: [] })
    expect((await dataOf(client.checkout(cart))).breakdown.discount).toBe(0)
  })

  it('reports customers of their own uses', async () => {
    const client = clientOf(shop, store.subdomain, 'GraphQL')
    const [asha, meera] = [
      await signUpWithPoints(shop, store, client, 0),
      await signUpWithPoints(shop, store, client, 0),
    ]
    const buyer = { name: 'Asha', phone: '90000 00001' }
    await buy(shop, client, { items, buyer, discountCode: 'ONCE' }, { token: asha.token })
    const input = { discountCode: 'ONCE', phone: buyer.phone }
    expect(await quoted(input, { token: asha.token })).toEqual({
      breakdown: { discount: 0 },
      notices: [{ code: 'DISCOUNT_NOT_APPLIED', message: 'You have already used this discount code.', item: null }],
    })
    expect(await quoted(input, { token: meera.token })).toEqual({ breakdown: { discount: 10 }, notices: [] })
  })
})

describe('quotes with a code', () => {
  it('count against a budget of their own, thirty a minute', async () => {
    const ip = ownAddress()
    for (let guess = 0; guess < 30; guess += 1) {
      const { body, headers } = await ask({ discountCode: `GUESS${guess}` }, { ip })
      expect(body.data.quote.notices[0].message).toBe('This discount code does not exist.')
      expect(headers.ratelimit).toContain(`"quoteCode";r=${29 - guess};`)
      expect(headers['ratelimit-policy']).toContain('"quoteCode";q=30;w=60')
    }
    const refused = await ask({ discountCode: 'ONCE' }, { ip })
    expect(refused.body.errors).toMatchObject([
      { message: 'Too many requests', extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
    ])
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    for (const input of [{}, { discountCode: ' ' }]) {
      expect(await quoted(input, { ip })).toEqual({ breakdown: { discount: 0 }, notices: [] })
    }
  })

  it('count one by one where a document has many', async () => {
    const fields = Array.from(
      { length: 31 },
      (_, at) => `q${at}: quote(input: { items: $items, discountCode: "GUESS${at}" }) { notices { message } }`,
    )
    const { body } = await graphql(
      shop,
      store.subdomain,
      `query ($items: [CartItemInput!]!) { ${fields.join(' ')} }`,
      { items },
      { ip: ownAddress() },
    )
    expect(Object.values(body.data).filter((quote) => quote !== null)).toHaveLength(30)
    expect(body.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
  })
})

describe('a quote', () => {
  let selling: SellingStore
  let subdomain: string
  beforeAll(async () => {
    selling = await openSellingStore(shop)
    subdomain = selling.store.subdomain
  })
  const quoteQuery = `query ($input: QuoteInput!) { quote(input: $input) {
    currency breakdown { subtotal discount shipping tax total } notices { code message item } } }`

  it('prices a cart as checkout will, and reserves nothing', async () => {
    const input = { items: [selling.item('few', 3)], discountCode: 'TEN' }
    for (let call = 0; call < 2; call += 1) {
      const { body } = await graphql(shop, subdomain, quoteQuery, { input })
      expect(body.data.quote.breakdown).toEqual({ subtotal: 300, discount: 30, shipping: 50, tax: 48.6, total: 368.6 })
    }
    const placed = await dataOf(clientOf(shop, subdomain, 'GraphQL').checkout({ ...input, buyer }))
    expect(placed.breakdown.total).toBe(368.6)
    await clientOf(shop, subdomain, 'GraphQL').verify(await pay(shop, placed.providerOrderId, 'fail'))
  })

  it('reports what was dropped or did not apply, and why', async () => {
    const input = {
      items: [
        selling.item('pot'),
        selling.item('hidden'),
        selling.item('pot', 0),
        selling.item('few', 99),
        selling.item('sized'),
      ],
      discountCode: 'OLD',
      loyaltyPoints: 5,
    }
    const notices = [
      { code: 'ITEM_UNAVAILABLE', message: 'This product is not available.', item: 1 },
      { code: 'ITEM_INVALID', message: INVALID, item: 2 },
      { code: 'ITEM_UNAVAILABLE', message: 'Choose a variant of Sencha.', item: 4 },
      { code: 'ITEM_OUT_OF_STOCK', message: 'There is not enough of Rare tea in stock.', item: 3 },
      { code: 'DISCOUNT_NOT_APPLIED', message: 'This discount code has expired.', item: null },
      { code: 'POINTS_NOT_APPLIED', message: 'Log in to redeem points.', item: null },
    ]
    const quoted = await graphql(shop, subdomain, quoteQuery, { input })
    expect(quoted.body.data.quote.notices).toEqual(notices)
    const placed = await graphql(
      shop,
      subdomain,
      'mutation ($input: CheckoutInput!) { checkout(input: $input) { notices { code message item } } }',
      { input: { ...input, buyer } },
    )
    expect(placed.body.data.checkout.notices).toEqual(notices)
  })
})
