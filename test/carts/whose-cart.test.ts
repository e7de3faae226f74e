import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dataOf, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { type Caller, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { CART_NOT_FOUND, cartsOf } from './carts-of.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  products: [
    { slug: 'cup', name: 'Cup', price: 100 },
    ...Array.from({ length: 100 }, (_, at) => ({ slug: `tea-${at}`, name: `Tea ${at}`, price: 1 })),
  ],
})
const cup = await productIdOf(shop, store, 'cup')
const where = { storeId: store.id, slug: { startsWith: 'tea-' } }
const teas = (await shop.database.prisma.product.findMany({ where })).map(({ id }) => id)

describe.each(interfaces)('a cart over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)
  const { create, change, read } = cartsOf(client)
  const customer = () => signUpWithPoints(shop, store, client(), 0)

  it.each<[string, (id: string, caller: Caller) => Promise<unknown>]>([
    ['has read it', (id, caller) => read(id, caller)],
    ['has changed it', (id, caller) => change(id, { add: [{ id: cup, qty: 1 }] }, caller)],
  ])('belongs to the first customer who %s, and to nobody else from then on', async (_, use) => {
    const [asha, ravi] = [await customer(), await customer()]
    const { id } = await create({ items: [{ id: cup, qty: 1 }] })
    expect(await read(id)).toBeDefined()
    await use(id, asha)
    for (const stranger of [undefined, ravi, { token: `${asha.token}x` }]) {
      expect(await client().cart(id, stranger)).toEqual(CART_NOT_FOUND)
      expect(await client().updateCart(id, { items: [] }, stranger)).toEqual(CART_NOT_FOUND)
      expect(await client().deleteCart(id, stranger)).toEqual(CART_NOT_FOUND)
    }
    expect((await read(id, asha)).items).toHaveLength(1)
    expect(await dataOf(client().deleteCart(id, asha))).toEqual({ success: true })
  })

  it('belongs to the customer who has made it', async () => {
    const asha = await customer()
    const { id } = await create({}, asha)
    expect(await client().cart(id)).toEqual(CART_NOT_FOUND)
    expect((await read(id, asha)).items).toEqual([])
  })

  it('belongs to one of several customers who use it at once', async () => {
    const customers = [await customer(), await customer(), await customer(), await customer()]
    const { id } = await create()
    const uses = await Promise.all(
      customers.map((caller, at) => (at % 2 ? client().cart(id, caller) : client().updateCart(id, {}, caller))),
    )
    expect(uses.filter((outcome) => 'data' in outcome)).toHaveLength(1)
    expect(uses.filter((outcome) => 'error' in outcome)).toEqual([CART_NOT_FOUND, CART_NOT_FOUND, CART_NOT_FOUND])
  })
})

describe('beside what it answers', () => {
  it('a cart is kept by nobody on the way', async () => {
    const base = `/api/sites/${store.subdomain}`
    const made = await rest(shop, 'POST', `${base}/cart`, {})
    const { id } = made.body.cart
    const answers = [
      made,
      await rest(shop, 'GET', `${base}/cart/${id}`),
      await rest(shop, 'GET', `${base}/cart/${randomUUID()}`),
      await rest(shop, 'GET', `${base}/graphql?query=${encodeURIComponent(`{ cart(id: "${id}") { id } }`)}`),
      await rest(shop, 'PATCH', `${base}/cart/${id}`, { add: [{ id: cup, qty: 1 }] }),
      await rest(shop, 'GET', `${base}/cart/${id}`),
    ]
    for (const { headers } of answers) expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(answers[3]?.body).toEqual({ data: { cart: { id } } })
    expect(answers[5]?.body.cart.items).toMatchObject([{ id: cup, qty: 1 }])
  })

  it('a cart of any size is read in two statements, and changed in five', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    for (const lines of [1, 100]) {
      const items = teas.slice(0, lines).map((id) => ({ id, qty: 1 }))
      shop.statements()
      const { cart } = await dataOf(client.createCart({ items }))
      expect({ lines, created: shop.statements().length }).toEqual({ lines, created: 3 })
      await dataOf(client.cart(cart.id))
      expect({ lines, read: shop.statements().length }).toEqual({ lines, read: 2 })
      await dataOf(client.updateCart(cart.id, { set: items }))
      // Prisma does not report the COMMIT.
      expect({ lines, changed: shop.statements().length + 1 }).toEqual({ lines, changed: 5 })
    }
  })

  it('no cart’s id is in the log', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const { cart } = await dataOf(client.createCart({ items: [{ id: cup, qty: 1 }] }))
    shop.secrets.add(cart.id)
    await client.cart(cart.id)
    await client.cart(`${cart.id}/x`)
    await client.updateCart(cart.id, { add: 'x' })
    await client.deleteCart(cart.id)
    shop.secrets.check()
  })
})
