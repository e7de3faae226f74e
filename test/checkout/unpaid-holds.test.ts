import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { changeOrderStatus } from '../../src/orders/change-status.ts'
import { unitsToHold } from '../../src/orders/hold-limits.ts'
import { ownAddress } from '../support/addresses.ts'
import {
  atOnce,
  buy,
  dataOf,
  holdsOf,
  pay,
  placedOf,
  productIdOf,
  signUpWithPoints,
  tally,
  usesOf,
} from '../support/buying.ts'
import { type Caller, graphql } from '../support/call.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'

const TOO_MANY = { status: 400, error: 'Too many unpaid orders. Please pay one, or wait a few minutes.' }
const NOTHING_LEFT = { status: 400, error: 'No valid items in cart' }

const unlimited = { points: 1_000_000, seconds: 60 }

let shop: Shop
let store: Store
let now: Date
let ids: Record<'rare' | 'many' | 'wrapping' | 'sized', string>

beforeAll(async () => {
  now = new Date('2026-06-01T10:00:00Z')
  shop = await openShop({ clock: () => now, policies: { checkout: unlimited, quoteCode: unlimited } })
})
afterAll(() => shop.close())

beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [
      { slug: 'rare', name: 'Rare tea', price: 100, stock: 20 },
      { slug: 'many', name: 'Assam', price: 100, stock: 99 },
      { slug: 'wrapping', name: 'Gift wrapping', price: 50 },
      {
        slug: 'sized',
        name: 'Sencha',
        price: 100,
        variants: [
          { options: { size: '50g' }, stock: 200 },
          { options: { size: '100g' }, stock: 10 },
        ],
      },
    ],
    discounts: [
      { code: 'TENUSES', type: 'fixed', value: 10, usageLimit: 10 },
      { code: 'ANYONE', type: 'fixed', value: 10 },
      { code: 'FIVEEACH', type: 'fixed', value: 10, perCustomerLimit: 5 },
    ],
  })
  const idOf = (slug: string) => productIdOf(shop, store, slug)
  ids = {
    rare: await idOf('rare'),
    many: await idOf('many'),
    wrapping: await idOf('wrapping'),
    sized: await idOf('sized'),
  }
})

let lastPhone = 9_100_000_000
const freshPhone = () => {
  lastPhone += 1
  return String(lastPhone)
}

const cartOf = (id: string, qty: number, phone = freshPhone(), more: object = {}) => ({
  items: [{ id, qty }],
  buyer: { name: 'Ravi', phone },
  ...more,
})

const CHECKOUT = `mutation ($input: CheckoutInput!) {
  checkout(input: $input) { orderId breakdown { subtotal discount } notices { code message item } } }`
const noticed = async (input: object, caller?: Caller) =>
  (await graphql(shop, store.subdomain, CHECKOUT, { input }, caller)).body.data.checkout

describe('units that one buyer may hold', () => {
  it.each([
    { there: 0, most: 5 },
    { there: 50, most: 5 },
    { there: 51, most: 6 },
    { there: 99, most: 10 },
    // 0.1 × 30 is more than 3 in floating point.
    { there: 30, most: 3, units: 1 },
    { there: 31, most: 4, units: 1 },
    { there: 2_147_483_647, most: 214_748_365 },
    { there: 99, most: 99, share: 1 },
    { there: 99, most: 5, share: 0 },
  ])('$there there: $most', ({ there, most, units = 5, share = 0.1 }) => {
    expect(unitsToHold({ units, share, discountUses: 1, orders: 1 }, there)).toBe(most)
  })
})

describe.each(interfaces)('unpaid holds over %s', (by) => {
  let client: StorefrontClient
  beforeEach(() => {
    client = clientOf(shop, store.subdomain, by)
  })

  it('are no more than a tenth of a product’s units in one request', async () => {
    expect(await client.checkout(cartOf(ids.many, 99))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.many, 11))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 6))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.many, 10))).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 5))).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.wrapping, 99))).toHaveProperty('data')
  })

  it('are summed over the lines that share a stock, and counted for each variant that has its own', async () => {
    const sized = (size: string, qty: number) => ({ id: ids.sized, qty, variant: { size } })
    const order = (...items: ReturnType<typeof sized>[]) =>
      client.checkout({
        items,
        buyer: { name: 'Ravi', phone: freshPhone() },
      })
    expect(await order(sized('50g', 15), sized('50g', 6))).toEqual(NOTHING_LEFT)
    expect(await order(sized('100g', 6))).toEqual(NOTHING_LEFT)
    expect((await dataOf(order(sized('50g', 20), sized('100g', 5)))).breakdown.subtotal).toBe(2500)
  })

  it('are those of the phone, from whatever address and however it is written', async () => {
    await dataOf(client.checkout(cartOf(ids.rare, 3, '+91 90000 11111')))
    expect(await client.checkout(cartOf(ids.rare, 3, '090000-11111'))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 2, '9000011111'))).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 1, '9000011111'))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 1))).toHaveProperty('data')
  })

  it('are those of a guest’s address, whatever the phone', async () => {
    const ip = '2001:db8:7:7::1'
    await dataOf(client.checkout(cartOf(ids.rare, 5), { ip }))
    expect(await client.checkout(cartOf(ids.rare, 1), { ip: '2001:db8:7:7::2' })).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 1, 'ask Ravi'), { ip })).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 5), { ip: '2001:db8:7:8::1' })).toHaveProperty('data')
  })

  it('are those of the customer, whatever the phone, and not of the address that customers share', async () => {
    const ip = ownAddress()
    const [asha, meera] = [
      await signUpWithPoints(shop, store, client, 0),
      await signUpWithPoints(shop, store, client, 0),
    ]
    await dataOf(client.checkout(cartOf(ids.rare, 5), { token: asha.token, ip }))
    expect(await client.checkout(cartOf(ids.rare, 1), { token: asha.token })).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 5), { token: meera.token, ip })).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 5), { ip })).toHaveProperty('data')
  })

  it.each(['TENUSES', 'ANYONE', 'FIVEEACH'])(
    'of the discount %s are two uses; paid ones do not count',
    async (code) => {
      const ip = ownAddress()
      const discountOf = async (discountCode: string, caller?: Caller) =>
        (await dataOf(client.checkout(cartOf(ids.wrapping, 1, freshPhone(), { discountCode }), caller))).breakdown
          .discount
      expect(await discountOf(code.toLowerCase(), { ip })).toBe(10)
      expect(await discountOf(code, { ip })).toBe(10)
      expect(await discountOf(code, { ip })).toBe(0)
      expect(await discountOf(code)).toBe(10)
      for (const _ of [1, 2, 3]) {
        const placed = await buy(shop, client, cartOf(ids.wrapping, 1, '9000022222', { discountCode: code }))
        expect(placed.breakdown.discount).toBe(10)
      }
      expect(await usesOf(shop, store, code)).toEqual({ counted: 3, held: 3 })
    },
  )

  it('are five orders: a sixth is refused, until one is paid, has failed, is cancelled or has run out', async () => {
    const phone = freshPhone()
    const order = (at = client) => at.checkout(cartOf(ids.wrapping, 1, phone))
    const placed = []
    for (let count = 0; count < 5; count += 1) placed.push(await dataOf(order()))
    expect(await order()).toEqual(TOO_MANY)
    expect(await client.checkout(cartOf(ids.wrapping, 1))).toHaveProperty('data')

    await dataOf(client.verify(await pay(shop, placed[0].providerOrderId)))
    expect(await order()).toHaveProperty('data')
    expect(await order()).toEqual(TOO_MANY)

    await client.verify(await pay(shop, placed[1].providerOrderId, 'fail'))
    expect(await order()).toHaveProperty('data')
    expect(await order()).toEqual(TOO_MANY)

    await changeOrderStatus({ services: shop.services, store }, placed[2].orderNo, 'CANCELLED', 'owner:test')
    expect(await order()).toHaveProperty('data')
    expect(await order()).toEqual(TOO_MANY)

    now = new Date(now.getTime() + 15 * 60_000)
    for (let count = 0; count < 5; count += 1) expect(await order()).toHaveProperty('data')
    expect(await order()).toEqual(TOO_MANY)
  })

  it('end with the payment: who pays may order as often as they like', async () => {
    const caller = { ip: ownAddress() }
    for (let count = 0; count < 7; count += 1) {
      await buy(shop, client, cartOf(ids.rare, 2, '9000033333'), caller)
    }
    expect(await holdsOf(shop, store)).toBe(0)
    expect(await shop.database.prisma.orderHolder.count({ where: { storeId: store.id } })).toBe(0)
  })

  it('count in each store by itself', async () => {
    const phone = freshPhone()
    for (let count = 0; count < 5; count += 1) await dataOf(client.checkout(cartOf(ids.wrapping, 1, phone)))
    const other = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 10 }],
    })
    const cart = cartOf(await productIdOf(shop, other, 'tea'), 1, phone)
    expect(await clientOf(shop, other.subdomain, by).checkout(cart)).toHaveProperty('data')
  })

  it('of 40 checkouts at once by one guest are five orders', async () => {
    const ip = ownAddress()
    const outcomes = await atOnce(40, () => client.checkout(cartOf(ids.wrapping, 1), { ip }))
    expect(tally(outcomes)).toEqual({ ok: 5, [`400 ${TOO_MANY.error}`]: 35 })
  })

  it.each(['TENUSES', 'ANYONE'])(
    'of checkouts with %s at once that share only a phone, or only an address, stay within the limits',
    async (code) => {
      const [ip, phone] = [ownAddress(), freshPhone()]
      const input = (at: number) =>
        at % 2
          ? cartOf(ids.many, 3, phone, { discountCode: code })
          : cartOf(ids.many, 3, freshPhone(), { discountCode: code })
      const outcomes = await atOnce(30, (at) => client.checkout(input(at), at % 2 ? {} : { ip }))
      // Of ten units three orders of three, with two uses of the code, each.
      expect(tally(outcomes)).toEqual({ ok: 6, [`400 ${NOTHING_LEFT.error}`]: 24 })
      expect(placedOf(outcomes).filter(({ breakdown }) => breakdown.discount > 0)).toHaveLength(4)
      expect(await usesOf(shop, store, code)).toEqual({ counted: 0, held: 4 })
    },
  )
})

describe('the buyer is told', () => {
  it('which line was dropped, and how many one may have', async () => {
    const items = [
      { id: ids.many, qty: 11 },
      { id: ids.wrapping, qty: 1 },
      { id: ids.rare, qty: 21 },
    ]
    const notices = [
      { code: 'ITEM_LIMITED', message: 'You can have at most 10 of Assam on order before you pay.', item: 0 },
      { code: 'ITEM_OUT_OF_STOCK', message: 'There is not enough of Rare tea in stock.', item: 2 },
    ]
    expect(await noticed({ items, buyer: { name: 'Ravi', phone: freshPhone() } })).toMatchObject({ notices })
    const quote = 'query ($input: QuoteInput!) { quote(input: $input) { notices { code message item } } }'
    const { body } = await graphql(shop, store.subdomain, quote, { input: { items } })
    expect(body.data.quote).toEqual({ notices })
  })

  it('why the code was dropped', async () => {
    const caller = { ip: ownAddress() }
    const order = () => noticed(cartOf(ids.wrapping, 1, freshPhone(), { discountCode: 'TENUSES' }), caller)
    expect(await order()).toMatchObject({ breakdown: { discount: 10 }, notices: [] })
    expect(await order()).toMatchObject({ breakdown: { discount: 10 }, notices: [] })
    const message = 'Your unpaid orders have this discount code already. Pay one, or wait a few minutes.'
    expect(await order()).toMatchObject({
      breakdown: { discount: 0 },
      notices: [{ code: 'DISCOUNT_NOT_APPLIED', message, item: null }],
    })
  })

  it('of each code by itself', async () => {
    const caller = { ip: ownAddress() }
    const noticesOf = async (discountCode: string) =>
      (await noticed(cartOf(ids.wrapping, 1, freshPhone(), { discountCode }), caller)).notices
    for (const code of ['ANYONE', 'ANYONE', 'FIVEEACH', 'FIVEEACH']) expect(await noticesOf(code)).toEqual([])
    const message = 'Your unpaid orders have this discount code already. Pay one, or wait a few minutes.'
    expect(await noticesOf('ANYONE')).toEqual([{ code: 'DISCOUNT_NOT_APPLIED', message, item: null }])
  })

  it('in a quote of what they hold themselves, with their token', async () => {
    const client = clientOf(shop, store.subdomain, 'GraphQL')
    const { token } = await signUpWithPoints(shop, store, client, 0)
    await dataOf(client.checkout(cartOf(ids.rare, 4), { token }))
    const quote = 'query ($input: QuoteInput!) { quote(input: $input) { breakdown { subtotal } notices { code } } }'
    const input = {
      items: [
        { id: ids.rare, qty: 2 },
        { id: ids.wrapping, qty: 1 },
      ],
    }
    const quoted = async (caller: Caller) =>
      (await graphql(shop, store.subdomain, quote, { input }, caller)).body.data.quote
    expect(await quoted({ token })).toEqual({ breakdown: { subtotal: 50 }, notices: [{ code: 'ITEM_LIMITED' }] })
    expect(await quoted({})).toEqual({ breakdown: { subtotal: 250 }, notices: [] })
  })
})
