import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { dataOf, productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces, type StorefrontClient } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let now = new Date('2026-03-01T10:00:00Z')

const shop = await forAllTests(openShop({ clock: () => now }))
const store = await shop.addStore({
  products: [
    { slug: 'assam', name: 'Assam', price: 499, salePrice: 399.5, images: ['https://images.example.com/a.jpg'] },
    { slug: 'sencha', name: 'Sencha', price: 300 },
    { slug: 'hidden', name: 'Hidden', price: 1, active: false },
  ],
})
const other = await shop.addStore({ products: [{ slug: 'theirs', name: 'Theirs', price: 1 }] })

async function signUp(client: StorefrontClient): Promise<string> {
  return (await dataOf(client.signUp({ name: 'Asha', phone: newPhone(), password: 'secret1' }))).token
}

describe.each(interfaces)('the wishlist over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)
  let token: string
  let assam: string
  let sencha: string

  beforeEach(async () => {
    token = await signUp(client())
    assam = await productIdOf(shop, store, 'assam')
    sencha = await productIdOf(shop, store, 'sencha')
  })

  const names = async () => (await dataOf(client().wishlist({ token }))).wishlist.map(({ name }: any) => name)

  it('lists what was added, the last first, as the catalogue has it', async () => {
    expect(await client().wishlist({ token })).toEqual({ data: { wishlist: [], next: null } })
    expect(await client().addToWishlist(assam, { token })).toEqual({ data: { success: true } })
    now = new Date(now.getTime() + 1000)
    await dataOf(client().addToWishlist(sencha, { token }))
    expect(await client().wishlist({ token })).toEqual({
      data: {
        wishlist: [
          {
            ...{ id: sencha, name: 'Sencha', slug: 'sencha', price: 300, sale_price: null },
            ...{ price_from: 300, price_to: 300, currency: 'INR', images: [], rating: { average: 0, count: 0 } },
          },
          {
            ...{ id: assam, name: 'Assam', slug: 'assam', price: 499, sale_price: 399.5 },
            ...{ price_from: 399.5, price_to: 399.5, currency: 'INR', images: ['https://images.example.com/a.jpg'] },
            rating: { average: 0, count: 0 },
          },
        ],
        next: null,
      },
    })
  })

  it('keeps a product once, with the date of the first time, also when it is added 50 times at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => client().addToWishlist(assam, { token })))
    expect(outcomes).toEqual(Array.from({ length: 50 }, () => ({ data: { success: true } })))
    now = new Date(now.getTime() + 1000)
    await dataOf(client().addToWishlist(sencha, { token }))
    now = new Date(now.getTime() + 1000)
    await dataOf(client().addToWishlist(assam, { token }))
    expect(await names()).toEqual(['Sencha', 'Assam'])
  })

  it('loses what is removed, however often', async () => {
    await dataOf(client().addToWishlist(assam, { token }))
    for (let call = 0; call < 2; call += 1) {
      expect(await client().removeFromWishlist(assam, { token })).toEqual({ data: { success: true } })
    }
    for (const id of [randomUUID(), 'no-uuid']) {
      expect(await client().removeFromWishlist(id, { token })).toEqual({ data: { success: true } })
    }
    expect(await names()).toEqual([])
  })

  it('is each customer’s own', async () => {
    await dataOf(client().addToWishlist(assam, { token }))
    const stranger = await signUp(client())
    await dataOf(client().removeFromWishlist(assam, { token: stranger }))
    expect(await client().wishlist({ token: stranger })).toEqual({ data: { wishlist: [], next: null } })
    expect(await names()).toEqual(['Assam'])
  })

  it('leaves out a product while it is not sold', async () => {
    await dataOf(client().addToWishlist(assam, { token }))
    const key = { storeId_id: { storeId: store.id, id: assam } }
    await shop.database.prisma.product.update({ where: key, data: { active: false } })
    expect(await names()).toEqual([])
    await shop.database.prisma.product.update({ where: key, data: { active: true } })
    expect(await names()).toEqual(['Assam'])
  })

  it('refuses a product that is unknown, inactive, ill-named or another store’s', async () => {
    const ids = [
      randomUUID(),
      await productIdOf(shop, store, 'hidden'),
      'no-uuid',
      await productIdOf(shop, other, 'theirs'),
    ]
    for (const id of ids) {
      expect(await client().addToWishlist(id, { token })).toEqual({ status: 404, error: 'Product not found' })
    }
  })

  it.each([
    ['without a token', () => undefined],
    ['with a token that is none', () => 'nonsense'],
    ['with a token of another store', () => signUp(clientOf(shop, other.subdomain, by))],
  ])('asks to log in %s', async (_, tokenOf) => {
    const caller = { token: await tokenOf() }
    expect(await client().wishlist(caller)).toEqual({ status: 401, error: 'Not logged in' })
    expect(await client().addToWishlist(assam, caller)).toEqual({ status: 401, error: 'Login required' })
    expect(await client().removeFromWishlist(assam, caller)).toEqual({ status: 401, error: 'Login required' })
  })

  it('is not there at an unknown store', async () => {
    const nowhere = clientOf(shop, 'unknown', by)
    const notFound = { status: 404, error: 'Site not found' }
    expect(await nowhere.wishlist({ token })).toEqual(notFound)
    expect(await nowhere.addToWishlist(assam, { token })).toEqual(notFound)
    expect(await nowhere.removeFromWishlist(assam, { token })).toEqual(notFound)
  })

  it('shows at most 200, the newest', async () => {
    const products = await shop.database.prisma.product.createManyAndReturn({
      data: Array.from({ length: 201 }, (_, at) => ({
        storeId: store.id,
        slug: `${by.toLowerCase()}-${at}`,
        name: `Tea ${at}`,
        price: 1n,
      })),
    })
    const { customer } = await dataOf(client().me({ token }))
    await shop.database.prisma.wishlistItem.createMany({
      data: products.map(({ id }, at) => ({
        storeId: store.id,
        customerId: customer.id,
        productId: id,
        createdAt: new Date(now.getTime() + at),
      })),
    })
    shop.statements()
    const shown = await names()
    expect(shown).toHaveLength(200)
    expect(shown[0]).toBe('Tea 200')
    expect(shown[199]).toBe('Tea 1')
    // The customer, and the products that they wish for: not one for each.
    expect(shop.statements()).toHaveLength(2)
  })
})

it.each(['POST', 'DELETE'] as const)('takes a %s that says JSON and has no body', async (method) => {
  const token = await signUp(clientOf(shop, store.subdomain, 'REST'))
  const url = `/api/sites/${store.subdomain}/wishlist/${await productIdOf(shop, store, 'assam')}`
  const headers = { 'content-type': 'application/json' }
  expect(await rest(shop, method, url, undefined, { token, headers })).toMatchObject({
    status: 200,
    body: { success: true },
  })
})

it('can be paged through in GraphQL, with availability and variants of each product', async () => {
  const token = await signUp(clientOf(shop, store.subdomain, 'GraphQL'))
  for (const slug of ['assam', 'sencha']) {
    now = new Date(now.getTime() + 1000)
    const id = await productIdOf(shop, store, slug)
    await dataOf(clientOf(shop, store.subdomain, 'GraphQL').addToWishlist(id, { token }))
  }
  const query = `query ($after: String) { me { wishlist(first: 1, after: $after) {
    nodes { slug available variants { price } } edges { cursor node { slug } } pageInfo { endCursor hasNextPage } } } }`
  const first = (await graphql(shop, store.subdomain, query, {}, { token })).body.data.me.wishlist
  expect(first).toMatchObject({
    nodes: [{ slug: 'sencha', available: true, variants: [] }],
    pageInfo: { hasNextPage: true },
  })
  const { endCursor } = first.pageInfo
  const second = (await graphql(shop, store.subdomain, query, { after: endCursor }, { token })).body.data.me.wishlist
  expect(second).toMatchObject({ edges: [{ node: { slug: 'assam' } }], pageInfo: { hasNextPage: false } })
  for (const first of [0, 201]) {
    const tooMany = '{ me { wishlist(first: FIRST) { nodes { id } } } }'.replace('FIRST', String(first))
    const { body } = await graphql(shop, store.subdomain, tooMany, {}, { token })
    expect(body.errors[0]).toMatchObject({ message: 'first must be between 1 and 200' })
  }
})
