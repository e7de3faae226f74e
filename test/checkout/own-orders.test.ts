import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { ownAddress } from '../support/addresses.ts'
import {
  balanceOf,
  dataOf,
  holdsOf,
  orderRow,
  pay,
  productIdOf,
  signUpWithPoints,
  stockOf,
  usesOf,
} from '../support/buying.ts'
import { type Caller, graphql } from '../support/call.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const NOTHING_LEFT = { status: 400, error: 'No valid items in cart' }
let store: Store
let ids: Record<'last' | 'many' | 'wrapping' | 'shirt', string>

const shop = await forAllTests(openShop({ policies: { checkout: unlimited, quoteCode: unlimited } }))

beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0, redeemRate: 1 } },
    products: [
      { slug: 'last', name: 'Last cup', price: 500, stock: 1 },
      { slug: 'many', name: 'Assam', price: 100, stock: 20 },
      { slug: 'wrapping', name: 'Gift wrapping', price: 50 },
      {
        slug: 'shirt',
        name: 'Shirt',
        price: 200,
        stock: 2,
        variants: [{ options: { size: 'S' } }, { options: { size: 'M' } }],
      },
    ],
    discounts: [
      { code: 'ONCE', type: 'fixed', value: 10, perCustomerLimit: 1 },
      { code: 'TWO', type: 'fixed', value: 10, usageLimit: 2 },
    ],
  })
  const idOf = (slug: string) => productIdOf(shop, store, slug)
  ids = {
    last: await idOf('last'),
    many: await idOf('many'),
    wrapping: await idOf('wrapping'),
    shirt: await idOf('shirt'),
  }
})

const newGuest = () => ({ buyer: { name: 'Ravi', phone: newPhone() }, caller: { ip: ownAddress() } as Caller })

describe.each(interfaces)('a buyer who has not paid tries again over %s', (by) => {
  let client: StorefrontClient
  beforeEach(() => {
    client = clientOf(shop, store.subdomain, by)
  })

  const items = (id: string, qty = 1) => [{ id, qty }]
  const isPlaced = (input: object, caller?: Caller) => dataOf(client.checkout(input, caller))

  it('and gets the last unit again, with a new Idempotency-Key or none; nobody else does', async () => {
    const { buyer, caller } = newGuest()
    const input = { buyer, items: items(ids.last) }
    await isPlaced(input, caller)
    await isPlaced(input, caller)
    const withKey = { ...caller, headers: { 'idempotency-key': `again-${by}` } }
    const { orderNo } = await isPlaced({ ...input, buyer: { ...buyer, phone: `+91 ${buyer.phone}` } }, withKey)
    expect(await isPlaced({ ...input, buyer: { ...buyer, phone: `+91 ${buyer.phone}` } }, withKey)).toMatchObject({
      orderNo,
    })
    expect(await client.checkout({ ...input, buyer: newGuest().buyer }, caller)).toEqual(NOTHING_LEFT)
    expect(await client.checkout(input, { ip: ownAddress() })).toEqual(NOTHING_LEFT)
    expect(await holdsOf(shop, store)).toBe(1)
  })

  it('and is known by the words typed for a phone, at the same address', async () => {
    const { caller } = newGuest()
    await isPlaced({ buyer: { name: 'Ravi', phone: 'Ask at the door' }, items: items(ids.last) }, caller)
    await isPlaced({ buyer: { name: 'Ravi', phone: 'ask at the door' }, items: items(ids.last) }, caller)
    const other = { buyer: { name: 'Meera', phone: 'ask Meera' }, items: items(ids.last) }
    expect(await client.checkout(other, caller)).toEqual(NOTHING_LEFT)
  })

  it('and holds the same goods once, however often', async () => {
    const { buyer, caller } = newGuest()
    for (const qty of [3, 3, 12, 20, 20, 3, 3]) await isPlaced({ buyer, items: items(ids.many, qty) }, caller)
    const other = newGuest()
    expect(await client.checkout({ buyer: other.buyer, items: items(ids.many, 18) })).toEqual(NOTHING_LEFT)
    await isPlaced({ buyer: other.buyer, items: items(ids.many, 17) })
  })

  it('as often as they like, also for what is not counted', async () => {
    const { buyer, caller } = newGuest()
    for (let count = 0; count < 8; count += 1) await isPlaced({ buyer, items: items(ids.wrapping) }, caller)
  })

  it('in another size that comes out of the same stock', async () => {
    const { buyer, caller } = newGuest()
    const sized = (size: string) => ({ buyer, items: [{ id: ids.shirt, qty: 2, variant: { size } }] })
    await isPlaced(sized('S'), caller)
    await isPlaced(sized('M'), caller)
    expect(await holdsOf(shop, store)).toBe(1)
  })

  it('and has the discount again, once it is paid no more', async () => {
    const { buyer, caller } = newGuest()
    const discountOf = async (input: object, by: Caller) =>
      (await isPlaced({ buyer, items: items(ids.many), ...input }, by)).breakdown.discount
    expect(await discountOf({ discountCode: 'ONCE' }, caller)).toBe(10)
    const placed = await isPlaced({ buyer, items: items(ids.many), discountCode: 'ONCE' }, caller)
    expect(placed.breakdown.discount).toBe(10)
    expect(await discountOf({ items: items(ids.wrapping), discountCode: 'ONCE' }, caller)).toBe(10)
    expect(await usesOf(shop, store, 'ONCE')).toEqual({ counted: 0, held: 1 })
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    expect(await discountOf({ discountCode: 'ONCE' }, caller)).toBe(0)

    for (let count = 0; count < 4; count += 1) expect(await discountOf({ discountCode: 'TWO' }, caller)).toBe(10)
    expect(await usesOf(shop, store, 'TWO')).toEqual({ counted: 0, held: 1 })
  })

  it('and has the points again', async () => {
    const { token, id } = await signUpWithPoints(shop, store, client, 100)
    const { buyer } = newGuest()
    const used = async (input: object) =>
      (await isPlaced({ buyer, items: items(ids.many, 2), ...input }, { token })).breakdown.loyaltyPointsUsed
    expect(await used({ loyaltyPoints: 100 })).toBe(100)
    expect(await used({ loyaltyPoints: 100 })).toBe(100)
    expect(await used({ items: items(ids.last), loyaltyPoints: 60 })).toBe(60)
    const { providerOrderId } = await isPlaced({ buyer, items: items(ids.last), loyaltyPoints: 100 }, { token })
    await dataOf(client.verify(await pay(shop, providerOrderId)))
    expect(await used({ loyaltyPoints: 100 })).toBe(0)
    expect(await balanceOf(shop, store, id)).toBe(0)
  })

  it('as a customer from anywhere, with another phone, and after having signed up', async () => {
    const { token } = await signUpWithPoints(shop, store, client, 0)
    await isPlaced({ buyer: newGuest().buyer, items: items(ids.last) }, { token })
    const { buyer, caller } = newGuest()
    await isPlaced({ buyer, items: items(ids.last) }, { token })
    expect(await client.checkout({ buyer, items: items(ids.last) }, caller)).toEqual(NOTHING_LEFT)

    await isPlaced({ buyer, items: items(ids.many, 20) }, caller)
    const account = await dataOf(client.signUp({ name: 'Ravi', phone: buyer.phone, password: 'secret1' }))
    await isPlaced({ buyer, items: items(ids.many, 20) }, { ...caller, token: account.token })
  })

  it('with the same cart, from anywhere, also once it was added to that of an account', async () => {
    const { cart } = await dataOf(client.createCart({ items: items(ids.last) }))
    const place = (caller?: Caller) => isPlaced({ cartId: cart.id, buyer: newGuest().buyer }, caller)
    await place()
    await place()
    const phone = newPhone()
    const { token } = await dataOf(client.signUp({ name: 'Asha', phone, password: 'secret1' }))
    const own = await dataOf(client.createCart({ items: items(ids.wrapping) }, { token }))
    await dataOf(client.logIn({ phone, password: 'secret1', cartId: cart.id }))
    expect((await dataOf(client.cart(own.cart.id, { token }))).cart.items).toHaveLength(2)
    expect((await place({ token })).breakdown.subtotal).toBe(550)
  })

  it('and is shown it as available in a cart, whoever else is not', async () => {
    const { cart } = await dataOf(client.createCart({ items: items(ids.last) }))
    await isPlaced({ cartId: cart.id, buyer: newGuest().buyer })
    const shown = async (id: string, caller?: Caller) => (await dataOf(client.cart(id, caller))).cart
    expect((await shown(cart.id)).items).toMatchObject([{ available: true, message: null }])
    const other = await dataOf(client.createCart({ items: items(ids.last) }))
    expect(other.cart.items).toMatchObject([{ available: false }])
    expect((await shown(other.cart.id)).items).toMatchObject([{ available: false }])
  })

  it('and pays an earlier order as well: each is settled once, and the owner learns what is missing', async () => {
    const { token, id } = await signUpWithPoints(shop, store, client, 100)
    const { buyer } = newGuest()
    const input = { buyer, items: items(ids.last), loyaltyPoints: 100, discountCode: 'ONCE' }
    const [first, second] = [await isPlaced(input, { token }), await isPlaced(input, { token })]
    for (const { providerOrderId } of [first, second, first]) {
      await dataOf(client.verify(await pay(shop, providerOrderId)))
    }
    expect(await orderRow(shop, store, first.orderNo)).toMatchObject({ status: 'CONFIRMED', needsAttention: null })
    expect(await orderRow(shop, store, second.orderNo)).toMatchObject({
      status: 'CONFIRMED',
      needsAttention: [
        'Paid when there was not enough in stock of: Last cup. 100 of 100 redeemed points were no longer there.',
        'Its discount code ONCE had been used as often as it may be: the discount was given once more.',
      ].join(' '),
    })
    expect(await stockOf(shop, store, 'last')).toBe(0)
    expect(await balanceOf(shop, store, id)).toBe(0)
    expect(await usesOf(shop, store, 'ONCE')).toEqual({ counted: 2, held: 0 })
    expect(await holdsOf(shop, store)).toBe(0)
  })

  it('while an earlier order of other goods keeps what it holds', async () => {
    const { buyer, caller } = newGuest()
    await isPlaced({ buyer, items: items(ids.last), discountCode: 'TWO' }, caller)
    await isPlaced({ buyer, items: items(ids.many), discountCode: 'TWO' }, caller)
    expect(await holdsOf(shop, store)).toBe(4)
    // The code has no third use, so one of the two is moved.
    expect(
      (await isPlaced({ buyer, items: items(ids.wrapping), discountCode: 'TWO' }, caller)).breakdown,
    ).toMatchObject({ discount: 10 })
    expect(await usesOf(shop, store, 'TWO')).toEqual({ counted: 0, held: 2 })
    expect(await client.checkout({ buyer: newGuest().buyer, items: items(ids.last) })).toEqual(NOTHING_LEFT)
  })
})

describe('a quote', () => {
  const QUOTE =
    'query ($input: QuoteInput!) { quote(input: $input) { breakdown { subtotal pointsUsed: loyaltyPointsUsed } notices { code } } }'
  const quoted = async (input: object, caller: Caller) => {
    const { body } = await graphql(
      shop,
      store.subdomain,
      QUOTE,
      { input: { items: [{ id: ids.last, qty: 1 }], ...input } },
      caller,
    )
    return body.data.quote?.breakdown ?? body.errors[0].message
  }

  it('counts as free what the guest holds who asks: by phone and address, without a phone by the address', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const { buyer, caller } = newGuest()
    await dataOf(client.checkout({ buyer, items: [{ id: ids.last, qty: 1 }] }, caller))
    const free = { subtotal: 500, pointsUsed: 0 }
    expect(await quoted({ phone: buyer.phone }, caller)).toEqual(free)
    expect(await quoted({}, caller)).toEqual(free)
    expect(await quoted({ phone: newPhone() }, caller)).toBe(NOTHING_LEFT.error)
    expect(await quoted({ phone: buyer.phone }, { ip: ownAddress() })).toBe(NOTHING_LEFT.error)
    expect(await quoted({}, { ip: ownAddress() })).toBe(NOTHING_LEFT.error)
  })

  it('and what the customer holds, with their token', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const { token } = await signUpWithPoints(shop, store, client, 100)
    const items = [{ id: ids.last, qty: 1 }]
    await dataOf(client.checkout({ buyer: newGuest().buyer, items, loyaltyPoints: 100 }, { token }))
    expect(await quoted({ loyaltyPoints: 100 }, { token })).toEqual({ subtotal: 500, pointsUsed: 100 })
    expect(await quoted({}, {})).toBe(NOTHING_LEFT.error)
  })
})
