import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { atOnce, buyer, dataOf, orderRow, pay, productIdOf, signUpWithPoints } from '../support/buying.ts'
import type { Caller } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { CART_NOT_FOUND, cartsOf, quantities } from './carts-of.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds }))
const settings = { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } }
const store = await shop.addStore({
  store: settings,
  products: [
    { slug: 'tea', name: 'Tea', price: 100, variants: [{ options: { size: '50g' } }, { options: { size: '250g' } }] },
    { slug: 'cup', name: 'Cup', price: 50 },
    { slug: 'none', name: 'None', price: 10, stock: 0 },
  ],
  discounts: [
    { code: 'TEN', type: 'percent', value: 10 },
    { code: 'ALL', type: 'percent', value: 100 },
  ],
})
const other = await shop.addStore({ store: settings, products: [{ slug: 'theirs', name: 'Theirs', price: 1 }] })
const tea = await productIdOf(shop, store, 'tea')
const cup = await productIdOf(shop, store, 'cup')
const none = await productIdOf(shop, store, 'none')

const KEY_IN_USE = {
  status: 409,
  error: 'This Idempotency-Key belongs to another request. Use a new key for a new order.',
}

const small = () => ({ id: tea, variant: { size: '50g' } })

describe.each(interfaces)('a cart that is bought over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)
  const { create, change, read } = cartsOf(client)
  const place = async (input: object, caller?: Caller) => await dataOf(client().checkout({ buyer, ...input }, caller))
  const settle = async ({ providerOrderId }: any) => await dataOf(client().verify(await pay(shop, providerOrderId)))

  it('costs what it has shown, with its code and points unless the checkout has others', async () => {
    const caller = await signUpWithPoints(shop, store, client(), 30)
    const { id } = await create(
      {
        items: [
          { ...small(), qty: 2 },
          { id: cup, qty: 1 },
        ],
        discountCode: 'TEN',
      },
      caller,
    )
    const { breakdown } = await change(id, { loyaltyPoints: 20 }, caller)
    expect(breakdown).toMatchObject({ subtotal: 250, discount: 25, loyaltyDiscount: 20 })
    expect((await place({ cartId: id }, caller)).breakdown).toEqual(breakdown)
    const others = await place({ cartId: id, discountCode: 'NOSUCH', loyaltyPoints: 1 }, caller)
    expect(others.breakdown).toMatchObject({ subtotal: 250, discount: 0, loyaltyPointsUsed: 1 })
    expect(await orderRow(shop, store, others.orderNo)).toMatchObject({ cartId: id })
  })

  it('is emptied of what was paid, and keeps what was not bought or came after the checkout', async () => {
    const items = [
      { ...small(), qty: 2 },
      { id: tea, variant: { size: '250g' }, qty: 1 },
      { id: none, qty: 1 },
    ]
    const { id } = await create({ items, discountCode: 'TEN' })
    const order = await place({ cartId: id })
    expect(quantities(await read(id))).toHaveLength(3)
    await change(id, {
      add: [
        { ...small(), qty: 3 },
        { id: cup, qty: 1 },
      ],
    })
    await settle(order)
    const { items: left, discountCode } = await read(id)
    expect(left).toMatchObject([{ variant: { size: '50g' }, qty: 3 }, { name: 'None' }, { name: 'Cup' }])
    expect(discountCode).toBe('TEN')
  })

  it('is emptied once, however often the payment is reported', async () => {
    const { id } = await create({ items: [{ id: cup, qty: 2 }], discountCode: 'TEN' })
    const order = await place({ cartId: id })
    const receipt = await pay(shop, order.providerOrderId)
    await dataOf(client().verify(receipt))
    expect(await read(id)).toMatchObject({ items: [], discountCode: null })
    await change(id, { add: [{ id: cup, qty: 5 }] })
    await dataOf(client().verify(receipt))
    expect(quantities(await read(id))).toEqual([['Cup', 5]])
  })

  it('loses nothing that is added while its order is settled by many at once', async () => {
    const { id } = await create({ items: [{ id: cup, qty: 4 }] })
    const receipt = await pay(shop, (await place({ cartId: id })).providerOrderId)
    await Promise.all([
      ...Array.from({ length: 10 }, () => dataOf(client().updateCart(id, { add: [{ id: cup, qty: 1 }] }))),
      atOnce(6, () => client().verify(receipt)),
    ])
    expect(quantities(await read(id))).toEqual([['Cup', 10]])
  })

  it('is emptied at once by an order that costs nothing', async () => {
    const { id } = await create({ items: [{ id: cup, qty: 1 }], discountCode: 'ALL' })
    expect(await place({ cartId: id })).toMatchObject({ amount: 0 })
    expect(await read(id)).toMatchObject({ items: [], discountCode: null })
  })

  it('stays as it was when its order is cancelled before it is paid, or the payment fails', async () => {
    const { id } = await create({ items: [{ id: cup, qty: 1 }] })
    const [order, failed] = [await place({ cartId: id }), await place({ cartId: id })]
    const { ask } = await ownerOf(shop, store)
    await ask('mutation ($no: String!) { setOrderStatus(orderNo: $no, status: CANCELLED) { id } }', {
      no: order.orderNo,
    })
    expect(await client().verify(await pay(shop, order.providerOrderId))).toMatchObject({ status: 400 })
    expect(await client().verify(await pay(shop, failed.providerOrderId, 'fail'))).toMatchObject({ status: 400 })
    expect(quantities(await read(id))).toEqual([['Cup', 1]])
  })

  it('may be gone before it is paid', async () => {
    const { id } = await create({ items: [{ id: cup, qty: 1 }] })
    const order = await place({ cartId: id })
    await dataOf(client().deleteCart(id))
    await settle(order)
    expect(await orderRow(shop, store, order.orderNo)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('gives one order for one Idempotency-Key, also once it is empty', async () => {
    const { id } = await create({ items: [{ id: cup, qty: 1 }] })
    const caller = { headers: { 'idempotency-key': randomUUID() } }
    const order = await place({ cartId: id }, caller)
    await settle(order)
    expect(await place({ cartId: id }, caller)).toEqual(order)
    expect(await client().checkout({ buyer, cartId: id })).toEqual({ status: 400, error: 'Cart is empty' })
    await change(id, { add: [{ id: cup, qty: 1 }], discountCode: 'TEN' })
    expect(await client().checkout({ buyer, cartId: id }, caller)).toEqual(KEY_IN_USE)
    await dataOf(client().deleteCart(id))
    expect(await place({ cartId: id }, caller)).toEqual(order)
  })

  it.each([
    ['more of it', { add: [{ id: 'cup', qty: 1 }] }, { remove: [{ id: 'cup', qty: 1 }] }],
    ['less of it', { remove: [{ id: 'cup', qty: 1 }] }, { add: [{ id: 'cup', qty: 1 }] }],
    ['another code', { discountCode: 'ALL' }, { discountCode: 'TEN' }],
    ['points', { loyaltyPoints: 5 }, { loyaltyPoints: 0 }],
  ])('is another request for an Idempotency-Key with %s, and the same once that is undone', async (_, more, undo) => {
    const withId = (input: object) => JSON.parse(JSON.stringify(input).replace('"cup"', JSON.stringify(cup)))
    const items = [
      { id: cup, qty: 2 },
      { id: none, qty: 1 },
    ]
    const { id } = await create({ items, discountCode: 'TEN' })
    const caller = { headers: { 'idempotency-key': randomUUID() } }
    const order = await place({ cartId: id }, caller)
    await change(id, withId(more))
    expect(await client().checkout({ buyer, cartId: id }, caller)).toEqual(KEY_IN_USE)
    await change(id, withId(undo))
    expect(await place({ cartId: id }, caller)).toEqual(order)
    await settle(order)
    expect(quantities(await read(id))).toEqual([['None', 1]])
    expect(await place({ cartId: id }, caller)).toEqual(order)
  })

  it('that was refused for what is in it is another request once it holds something else', async () => {
    const { id } = await create()
    const caller = { headers: { 'idempotency-key': randomUUID() } }
    const check = (with_?: Caller) => client().checkout({ buyer, cartId: id }, with_)
    for (let call = 0; call < 2; call += 1) {
      expect(await check(caller)).toEqual({ status: 400, error: 'Cart is empty' })
    }
    await change(id, { add: [{ id: cup, qty: 1 }] })
    expect(await check(caller)).toEqual(KEY_IN_USE)
    expect(await check({ headers: { 'idempotency-key': randomUUID() } })).toHaveProperty('data.orderNo')
  })

  it('that costs nothing and is emptied at once gives the same order to every repetition of a key', async () => {
    const { id } = await create({ items: [{ id: cup, qty: 1 }], discountCode: 'ALL' })
    const caller = { headers: { 'idempotency-key': randomUUID() } }
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => client().checkout({ buyer, cartId: id }, caller)),
    )
    const first = await place({ cartId: id }, caller)
    for (const outcome of outcomes) {
      if ('data' in outcome) expect(outcome.data).toEqual(first)
      else expect(outcome).toMatchObject({ status: 409, error: expect.stringContaining('still running') })
    }
  })

  it('cannot be bought beside items, when it is empty, or by whom it is not found', async () => {
    const asha = await signUpWithPoints(shop, store, client(), 0)
    const { id } = await create({ items: [{ id: cup, qty: 1 }] })
    const check = (input: object, caller?: Caller) => client().checkout({ buyer, ...input }, caller)
    const both = { cartId: id, items: [{ id: cup, qty: 1 }] }
    expect(await check(both)).toEqual({ status: 400, error: 'Give either items or cartId.' })
    for (const nothing of [{}, { items: [] }, { cartId: '' }]) {
      expect(await check(nothing)).toEqual({ status: 400, error: 'Cart is empty' })
    }
    const unsold = await create({ items: [{ id: none, qty: 1 }] })
    expect(await check({ cartId: unsold.id })).toEqual({ status: 400, error: 'No valid items in cart' })
    for (const wrong of [randomUUID(), 'x', `${id}0`]) expect(await check({ cartId: wrong })).toEqual(CART_NOT_FOUND)
    const elsewhere = clientOf(shop, other.subdomain, by)
    expect(await elsewhere.checkout({ buyer, cartId: id })).toEqual(CART_NOT_FOUND)
    await place({ cartId: id }, asha)
    for (const stranger of [undefined, await signUpWithPoints(shop, store, client(), 0)]) {
      expect(await check({ cartId: id }, stranger)).toEqual(CART_NOT_FOUND)
    }
  })
})

it('goes with the guest who has bought it, unless a customer has taken it over', async () => {
  const client = clientOf(shop, store.subdomain, 'REST')
  const { create, read } = cartsOf(() => client)
  const guest = { ...buyer, phone: newPhone() }
  const [left, taken] = [await create({ items: [{ id: cup, qty: 1 }] }), await create({ items: [{ id: cup, qty: 2 }] })]
  for (const { id } of [left, taken]) await dataOf(client.checkout({ buyer: guest, cartId: id }))
  const mira = { name: 'Mira', phone: newPhone(), password: 'secret1', cartId: taken.id }
  const { token } = await dataOf(client.signUp(mira))
  const { ask } = await ownerOf(shop, store)
  const { eraseCustomer } = await ask('mutation ($phone: String!) { eraseCustomer(phone: $phone) { orders carts } }', {
    phone: guest.phone,
  })
  expect(eraseCustomer).toEqual({ orders: 2, carts: 1 })
  expect(await client.cart(left.id)).toEqual(CART_NOT_FOUND)
  expect(quantities(await read(taken.id, { token }))).toEqual([['Cup', 2]])
})

it('takes one statement more to check out, and one more to settle, for any number of lines', async () => {
  const client = clientOf(shop, store.subdomain, 'REST')
  const options = Array.from({ length: 40 }, (_, at) => ({ id: cup, variant: { text: `for ${at}` }, qty: 1 }))
  const counted = async (input: object) => {
    shop.statements()
    const { providerOrderId } = await dataOf(client.checkout({ buyer, ...input }))
    const checkout = shop.statements().length
    const receipt = await pay(shop, providerOrderId)
    shop.statements()
    await dataOf(client.verify(receipt))
    return { checkout, verify: shop.statements().length }
  }
  const plain = await counted({ items: options.slice(0, 1) })
  for (const lines of [1, 40]) {
    const { id } = (await dataOf(client.createCart({ items: options.slice(0, lines) }))).cart
    expect(await counted({ cartId: id })).toEqual({ checkout: plain.checkout + 1, verify: plain.verify + 1 })
    expect((await dataOf(client.cart(id))).cart.items).toEqual([])
  }
})
