import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { atOnce, buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { type Caller, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { CART_NOT_FOUND, cartsOf, quantities } from './carts-of.ts'

const DAY = 86_400_000
let now = new Date('2026-03-01T10:00:00Z')

const shop = await forAllTests(openShop({ clock: () => now }))
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [
    { slug: 'tea', name: 'Tea', price: 100 },
    { slug: 'cup', name: 'Cup', price: 50 },
  ],
})
const other = await shop.addStore()
const tea = await productIdOf(shop, store, 'tea')
const cup = await productIdOf(shop, store, 'cup')

describe.each(interfaces)('over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)
  const { create, change, read } = cartsOf(client)

  async function signUp(cartId?: unknown) {
    const account = { phone: newPhone(), password: 'secret1' }
    const { token } = await dataOf(
      client().signUp({ ...account, name: 'Asha', ...(cartId !== undefined && { cartId }) }),
    )
    const logIn = (id?: unknown) => client().logIn({ ...account, ...(id !== undefined && { cartId: id }) })
    return { token: token as string, logIn }
  }
  const teas = (qty: number) => ({ items: [{ id: tea, qty }] })

  it('a cart becomes that of the customer who signs up with it', async () => {
    const { id } = await create({ ...teas(2), discountCode: 'X' })
    const asha = await signUp(id)
    expect(await client().cart(id)).toEqual(CART_NOT_FOUND)
    expect(await read(id, asha)).toMatchObject({ items: [{ name: 'Tea', qty: 2 }], discountCode: 'X' })
  })

  it('a cart becomes that of the customer who logs in with it and has none', async () => {
    const asha = await signUp()
    const { id } = await create(teas(2))
    const answer = await dataOf(asha.logIn(id))
    expect(Object.keys(answer)).toEqual(['token', 'customer'])
    expect(await client().cart(id)).toEqual(CART_NOT_FOUND)
    expect(quantities(await read(id, asha))).toEqual([['Tea', 2]])
  })

  it('is added to the cart that the customer has, and both ids lead there', async () => {
    const { id: first } = await create({
      items: [
        { id: cup, qty: 60 },
        { id: tea, qty: 1 },
      ],
      discountCode: 'OLD',
    })
    const asha = await signUp(first)
    const { id: second } = await create({
      items: [
        { id: tea, qty: 2 },
        { id: cup, qty: 60 },
      ],
      discountCode: 'NEW',
    })
    await dataOf(asha.logIn(second))
    for (const id of [first, second]) {
      expect(await client().cart(id)).toEqual(CART_NOT_FOUND)
      const cart = await read(id, asha)
      expect(quantities(cart)).toEqual([
        ['Cup', 99],
        ['Tea', 3],
      ])
      expect(cart).toMatchObject({ id, discountCode: 'NEW' })
    }
    await change(second, { remove: [{ id: cup }] }, asha)
    expect(quantities(await read(first, asha))).toEqual([['Tea', 3]])
    expect(await dataOf(client().deleteCart(second, asha))).toEqual({ success: true })
    for (const id of [first, second]) expect(await client().cart(id, asha)).toEqual(CART_NOT_FOUND)
  })

  it('is added once, by however many log-ins at once, and none of several carts is lost', async () => {
    const { id: first } = await create(teas(1))
    const asha = await signUp(first)
    const { id } = await create(teas(5))
    const logIns = await atOnce(6, () => asha.logIn(id))
    for (const outcome of logIns) expect(outcome).toMatchObject({ data: {} })
    expect(quantities(await read(first, asha))).toEqual([['Tea', 6]])

    const several = await Promise.all([create(teas(1)), create(teas(2)), create(teas(3))])
    await atOnce(6, (at) => asha.logIn(several[at % 3].id))
    expect(quantities(await read(first, asha))).toEqual([['Tea', 12]])
    for (const cart of several) expect(quantities(await read(cart.id, asha))).toEqual([['Tea', 12]])
  })

  it('is that of one of two customers who log in with it at once', async () => {
    const [asha, ravi] = [await signUp(), await signUp()]
    const { id } = await create(teas(1))
    await Promise.all([asha.logIn(id), ravi.logIn(id)])
    const found = [await client().cart(id, asha), await client().cart(id, ravi)]
    expect(found.filter((outcome) => 'data' in outcome)).toHaveLength(1)
    expect(found).toContainEqual(CART_NOT_FOUND)
  })

  it('loses no change that another page makes meanwhile', async () => {
    const { id: first } = await create()
    const asha = await signUp(first)
    const { id } = await create(teas(1))
    const changes = Array.from({ length: 8 }, (_, at) =>
      client().updateCart(at % 2 ? first : id, { add: [{ id: tea, qty: 1 }] }, asha),
    )
    await Promise.all([asha.logIn(id), ...changes.map((change) => dataOf(change))])
    const both = [await read(first, asha), await read(id, asha)].map((cart) => quantities(cart)[0]?.[1] ?? 0)
    // Used with the token before the log-in came, it was the customer's already, and is a cart of its own.
    const sum = both[0] === both[1] ? both[0] : (both[0] ?? 0) + (both[1] ?? 0)
    expect(sum).toBe(9)
  })

  it('is ignored when it is no cart of nobody’s', async () => {
    const asha = await signUp()
    const { id: hers } = await create(teas(1), asha)
    const { id: ravis } = await create(teas(7), await signUp())
    const { id: theirs } = (await dataOf(clientOf(shop, other.subdomain, by).createCart())).cart
    const { id: left } = await create(teas(7))
    now = new Date(now.getTime() + 15 * DAY)
    const gone = (await create()).id
    await dataOf(client().deleteCart(gone))
    await read(hers, asha)
    now = new Date(now.getTime() + 16 * DAY)
    const { logIn } = asha
    for (const wrong of [ravis, theirs, left, gone, hers, randomUUID(), 'x', '', 'x'.repeat(300)]) {
      expect(await logIn(wrong)).toMatchObject({ data: { token: expect.any(String) } })
      expect((await signUp(wrong)).token).toBeDefined()
    }
    // Tokens are good for 30 days.
    const { token } = await dataOf(logIn())
    expect(quantities(await read(hers, { token }))).toEqual([['Tea', 1]])
    expect(await client().cart(ravis, { token })).toEqual(CART_NOT_FOUND)
  })

  it('is not found by a wrong password: it stays as it was', async () => {
    const { id } = await create(teas(1))
    const { logIn: _, ...asha } = await signUp()
    expect(await client().logIn({ phone: newPhone(), password: 'wrong-one', cartId: id })).toMatchObject({
      status: 401,
    })
    expect(quantities(await read(id))).toEqual([['Tea', 1]])
    expect(asha.token).toBeDefined()
  })

  it('leads a payment to the cart that it was added to', async () => {
    const { id: first } = await create({ items: [{ id: cup, qty: 1 }] })
    const asha = await signUp(first)
    const { id } = await create(teas(2))
    const order = await dataOf(client().checkout({ buyer, cartId: id }))
    await dataOf(asha.logIn(id))
    await dataOf(client().verify(await pay(shop, order.providerOrderId)))
    expect(quantities(await read(first, asha))).toEqual([['Cup', 1]])
  })

  it('has 100 lines at most: what the customer has comes first', async () => {
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: cup, variant: { text: `for ${from + at}` }, qty: 1 }))
    const { id: first } = await create({ items: lines(0, 60) })
    const asha = await signUp(first)
    const { id } = await create({ items: lines(50, 60) })
    await dataOf(asha.logIn(id))
    const { items } = await read(id, asha)
    expect(items.map(({ variant, qty }: any) => [variant.text, qty])).toEqual(
      Array.from({ length: 100 }, (_, at) => [`for ${at}`, at >= 50 && at < 60 ? 2 : 1]),
    )
  })

  it('is kept for as long as either of its ids is used', async () => {
    const { id: first } = await create(teas(1))
    const asha = await signUp(first)
    const { id } = await create(teas(1))
    await dataOf(asha.logIn(id))
    for (let day = 0; day < 40; day += 20) {
      now = new Date(now.getTime() + 20 * DAY)
      const caller: Caller = { token: (await dataOf(asha.logIn())).token }
      expect(quantities(await read(id, caller))).toEqual([['Tea', 2]])
    }
  })
})

it.each<[string, object]>([
  ['signup', { name: 'Asha', cartId: 5 }],
  ['login', { cartId: { id: 1 } }],
])('a cart that is no text is ignored by %s', async (path, input) => {
  const account = { phone: newPhone(), password: 'secret1' }
  const base = `/api/sites/${store.subdomain}/customer`
  if (path === 'login') await rest(shop, 'POST', `${base}/signup`, { ...account, name: 'Asha' })
  expect((await rest(shop, 'POST', `${base}/${path}`, { ...account, ...input })).status).toBe(200)
})

it('of both carts’ choices the newer cart’s stay, and those of the older where it has none', async () => {
  const client = clientOf(shop, store.subdomain, 'REST')
  const { create, change } = cartsOf(() => client)
  const cartWith = async (input: object) => (await change((await create()).id, input)).id
  const account = { phone: newPhone(), password: 'secret1' }
  const older = { discountCode: 'OLD', loyaltyPoints: 10, paymentMethod: 'cod', delivery: { method: 'post' } }
  const own = await cartWith(older)
  await dataOf(client.signUp({ ...account, name: 'Asha', cartId: own }))
  const choices = () =>
    shop.database.prisma.cart.findFirstOrThrow({
      where: { storeId: store.id, id: own },
      select: { discountCode: true, loyaltyPoints: true, paymentMethod: true, delivery: true },
    })
  const before = await choices()
  expect(before).toMatchObject(older)

  await dataOf(client.logIn({ ...account, cartId: (await create()).id }))
  expect(await choices()).toEqual(before)

  const newer = { discountCode: 'NEW', loyaltyPoints: 20, paymentMethod: 'bank', delivery: { method: 'bike' } }
  await dataOf(client.logIn({ ...account, cartId: await cartWith(newer) }))
  expect(await choices()).toMatchObject(newer)
})
