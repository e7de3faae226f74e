import { beforeEach, describe, expect, it } from 'vitest'
import { unitsToHold } from '../../src/commerce/orders/holds/hold-limits.ts'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { cleanUp } from '../../src/process/clean-up.ts'
import { ownAddress } from '../support/addresses.ts'
import { buy, dataOf, pay, signUpWithPoints, usesOf } from '../support/buying.ts'
import { type Caller, graphql } from '../support/call.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { addStoreOfFew, cartOf } from '../support/store-of-few.ts'

const NOTHING_LEFT = { status: 400, error: 'No valid items in cart' }
let store: Store
let ids: Awaited<ReturnType<typeof addStoreOfFew>>['ids']

let now: Date = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => now, policies: { checkout: unlimited, quoteCode: unlimited } }))
beforeEach(async () => {
  const added = await addStoreOfFew(shop)
  store = added.store
  ids = added.ids
})

const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

const CHECKOUT = `mutation ($input: CheckoutInput!) {
  checkout(input: $input) { orderId breakdown { subtotal discount } notices { code message item } } }`
const noticed = async (input: object, caller?: Caller) =>
  (await graphql(shop, store.subdomain, CHECKOUT, { input }, caller)).body.data.checkout

describe('units that a limited buyer may hold', () => {
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
    expect(unitsToHold({ units, share }, there)).toBe(most)
  })
})

describe.each(interfaces)('what a buyer holds unpaid over %s', (by) => {
  let client: StorefrontClient
  beforeEach(() => {
    client = clientOf(shop, store.subdomain, by)
  })

  async function leaveUnpaid(times: number, caller: Caller, phone?: string) {
    for (let count = 0; count < times; count += 1) {
      await dataOf(client.checkout(cartOf(ids.wrapping, 1, phone), caller))
      pass(15)
    }
  }

  it('are whatever is available, for a buyer without strikes', async () => {
    expect(await client.checkout(cartOf(ids.many, 100))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.many, 99))).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 12))).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 9))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 8))).toHaveProperty('data')
  })

  it('of a phone are limited after three strikes, from whatever address and however it is written', async () => {
    const phone = newPhone()
    await leaveUnpaid(2, {}, phone)
    expect(await client.checkout(cartOf(ids.rare, 6, phone))).toHaveProperty('data')
    pass(15)
    expect(await client.checkout(cartOf(ids.rare, 6, `+91 ${phone}`))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.many, 11, phone))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.many, 10, phone))).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 3, phone))).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 3, phone))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 2, phone))).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 12))).toHaveProperty('data')
  })

  it('of a customer are limited after three strikes, whatever the phone; not of others at the address', async () => {
    const ip = ownAddress()
    const [asha, meera] = [
      await signUpWithPoints(shop, store, client, 0),
      await signUpWithPoints(shop, store, client, 0),
    ]
    await leaveUnpaid(3, { token: asha.token, ip })
    expect(await client.checkout(cartOf(ids.rare, 6), { token: asha.token })).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 5), { token: asha.token })).toHaveProperty('data')
    // Once more is no more.
    expect(await client.checkout(cartOf(ids.rare, 5), { token: asha.token })).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 7), { token: meera.token, ip })).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 8), { ip })).toHaveProperty('data')
  })

  it('of guests behind one address are limited after ten strikes', async () => {
    const ip = '2001:db8:7:7::1'
    await leaveUnpaid(9, { ip })
    expect(await client.checkout(cartOf(ids.rare, 6), { ip })).toHaveProperty('data')
    pass(15)
    const neighbour = { ip: '2001:db8:7:7::2' }
    expect(await client.checkout(cartOf(ids.rare, 6), neighbour)).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 3), neighbour)).toHaveProperty('data')
    expect(await client.checkout(cartOf(ids.rare, 3), { ip })).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 6), { ip: '2001:db8:7:8::1' })).toHaveProperty('data')
  })

  it('are summed over the lines that share a stock, and counted for each variant that has its own', async () => {
    const phone = newPhone()
    await leaveUnpaid(3, {}, phone)
    const sized = (size: string, qty: number) => ({ id: ids.sized, qty, variant: { size } })
    const order = (...items: ReturnType<typeof sized>[]) => client.checkout({ items, buyer: { name: 'Ravi', phone } })
    expect(await order(sized('50g', 15), sized('50g', 6))).toEqual(NOTHING_LEFT)
    expect(await order(sized('100g', 6))).toEqual(NOTHING_LEFT)
    expect((await dataOf(order(sized('50g', 20), sized('100g', 5)))).breakdown.subtotal).toBe(2500)
  })

  it('are no strike after strike for who tries again, but are for who holds on and on', async () => {
    const [ip, phone] = [ownAddress(), newPhone()]
    const order = (qty: number) => client.checkout(cartOf(ids.rare, qty, phone), { ip })
    // One strike in the first quarter of an hour, one in the second.
    for (let count = 0; count < 29; count += 1) {
      expect(await order(20)).toHaveProperty('data')
      pass(1)
    }
    expect(await order(20)).toHaveProperty('data')
    pass(3)
    // The one that this replaces is the third.
    expect(await order(20)).toHaveProperty('data')
    expect(await order(20)).toEqual(NOTHING_LEFT)
  })

  it('are struck for orders that are given up before they run out, and that fail or are cancelled afterwards', async () => {
    const phone = newPhone()
    const { token } = await signUpWithPoints(shop, store, client, 0)
    for (const minutes of [14, 15, 16]) {
      const placed = await dataOf(client.checkout(cartOf(ids.rare, 10, phone)))
      const own = await dataOf(client.checkout(cartOf(ids.rare, 10), { token }))
      pass(minutes)
      await client.verify(await pay(shop, placed.providerOrderId, 'fail'))
      await dataOf(client.cancelOrder(own.orderNo, { token }))
      pass(1)
    }
    expect(await client.checkout(cartOf(ids.rare, 6, phone))).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 6), { token })).toEqual(NOTHING_LEFT)
    expect(await client.checkout(cartOf(ids.rare, 20))).toHaveProperty('data')
  })

  it('are not struck for what the owner cancels', async () => {
    const phone = newPhone()
    for (let count = 0; count < 3; count += 1) {
      const { orderNo } = await dataOf(client.checkout(cartOf(ids.rare, 1, phone)))
      pass(16)
      await changeOrderStatus({ services: shop.services, store }, orderNo, 'CANCELLED', 'owner:test')
    }
    expect(await client.checkout(cartOf(ids.rare, 20, phone))).toHaveProperty('data')
  })

  it('are forgiven when an order is paid, and after a day', async () => {
    const ip = ownAddress()
    const phone = newPhone()
    await leaveUnpaid(3, { ip }, phone)
    expect(await client.checkout(cartOf(ids.rare, 20, phone), { ip })).toEqual(NOTHING_LEFT)
    await buy(shop, client, cartOf(ids.wrapping, 1, phone))
    expect(await client.checkout(cartOf(ids.rare, 20, phone), { ip })).toHaveProperty('data')
    pass(15)
    await leaveUnpaid(2, { ip }, phone)
    expect(await client.checkout(cartOf(ids.rare, 20, phone), { ip })).toEqual(NOTHING_LEFT)
    await cleanUp(shop.services)
    expect(await client.checkout(cartOf(ids.rare, 20, phone), { ip })).toEqual(NOTHING_LEFT)
    pass(24 * 60)
    await cleanUp(shop.services)
    expect(await client.checkout(cartOf(ids.rare, 20, phone), { ip })).toHaveProperty('data')
  })

  it.each(['TENUSES', 'ANYONE', 'FIVEEACH'])(
    'of the discount %s are two uses for a limited phone; paid ones do not count',
    async (code) => {
      const phone = newPhone()
      const discountOf = async (discountCode: string, of = phone) =>
        (await dataOf(client.checkout(cartOf(ids.wrapping, 1, of, { discountCode })))).breakdown.discount
      for (const _ of [1, 2, 3]) expect(await discountOf(code.toLowerCase())).toBe(10)
      pass(15)
      await leaveUnpaid(2, {}, phone)
      expect(await discountOf(code.toLowerCase())).toBe(10)
      expect(await discountOf(code)).toBe(10)
      expect(await discountOf(code)).toBe(0)
      expect(await discountOf(code, newPhone())).toBe(10)
      for (const _ of [1, 2, 3]) {
        const placed = await buy(shop, client, cartOf(ids.wrapping, 1, '9000022222', { discountCode: code }))
        expect(placed.breakdown.discount).toBe(10)
      }
      await cleanUp(shop.services)
      expect(await usesOf(shop, store, code)).toEqual({ counted: 3, held: 3 })
    },
  )
})

describe('a limited buyer is told', () => {
  const LEFT = { ip: '198.51.100.1' }
  async function leaveUnpaid() {
    for (let count = 0; count < 10; count += 1) {
      await noticed(cartOf(ids.wrapping, 1), LEFT)
      pass(15)
    }
  }

  it('which line was dropped, how many one may have, and why', async () => {
    const items = [
      { id: ids.many, qty: 11 },
      { id: ids.wrapping, qty: 1 },
      { id: ids.rare, qty: 21 },
    ]
    const outOfStock = { code: 'ITEM_OUT_OF_STOCK', message: 'There is not enough of Rare tea in stock.', item: 2 }
    const limited = {
      code: 'ITEM_LIMITED',
      message: 'Because earlier orders were not paid, you can have at most 10 of Assam on order until you pay one.',
      item: 0,
    }
    expect(await noticed({ items, buyer: { name: 'Ravi', phone: newPhone() } }, LEFT)).toMatchObject({
      notices: [outOfStock],
    })
    await leaveUnpaid()
    const notices = [limited, outOfStock]
    expect(await noticed({ items, buyer: { name: 'Ravi', phone: newPhone() } }, LEFT)).toMatchObject({ notices })
    const quote = 'query ($input: QuoteInput!) { quote(input: $input) { notices { code message item } } }'
    expect((await graphql(shop, store.subdomain, quote, { input: { items } }, LEFT)).body.data.quote).toEqual({
      notices,
    })
    expect((await graphql(shop, store.subdomain, quote, { input: { items } })).body.data.quote).toEqual({
      notices: [outOfStock],
    })
  })

  it('why the code was dropped, of each code by itself', async () => {
    await leaveUnpaid()
    const order = (discountCode: string) => noticed(cartOf(ids.wrapping, 1, newPhone(), { discountCode }), LEFT)
    for (const code of ['TENUSES', 'TENUSES', 'ANYONE', 'ANYONE']) {
      expect(await order(code)).toMatchObject({ breakdown: { discount: 10 }, notices: [] })
    }
    const message =
      'Because earlier orders were not paid, your unpaid orders cannot have this discount code more often. Pay one first.'
    expect(await order('TENUSES')).toMatchObject({
      breakdown: { discount: 0 },
      notices: [{ code: 'DISCOUNT_NOT_APPLIED', message, item: null }],
    })
  })
})
