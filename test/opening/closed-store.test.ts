import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { openSellingStore, type SellingStore } from '../checkout/selling-store.ts'
import { buyer, dataOf, pay } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { rootFields, routeOperations } from '../support/operations.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { close } from './opening.ts'

const shop = await forAllTests(openShop())
const closed = { code: 'STORE_NOT_FOUND', message: 'Site not found' }
const { store } = await openClosedStore()
const headersWith = (key: string) => ({ headers: { 'x-store-key': key } })
const keyOf = async (of: Pick<Store, 'id'>, scopes: Parameters<typeof createOwnerKey>[3]) =>
  (await createOwnerKey(shop.services, of.id, 'test', scopes)).key
const storefront = await keyOf(store, ['storefront'])
const path = (tail: string, of = store) => `/api/sites/${of.subdomain}/${tail}`

async function openClosedStore(): Promise<SellingStore> {
  const selling = await openSellingStore(shop)
  await close(shop, selling.store)
  return selling
}

/** Which operations are part of what a store sells is decided where its password is: protected-stores.test.ts. */
describe('of a closed store', () => {
  it.each(rootFields)('$name is there or not', async (root) => {
    const { code, message, body } = await root.call(shop, store.subdomain)
    if (!root.rule.selling) expect(message).not.toBe(closed.message)
    else {
      expect({ code, message }).toEqual(closed)
      expect(body.data).toEqual({ [root.field]: null })
      expect(body.errors[0].extensions.reason).toBe('STORE_CLOSED')
    }
    const withKey = await root.call(shop, store.subdomain, headersWith(storefront))
    expect(withKey.message).not.toBe(closed.message)
  })

  it.each(routeOperations)('$name is there or not', async ({ rule, call }) => {
    const answer = await call(shop, store.subdomain)
    const { status, message, headers } = answer
    if (!rule.selling) expect(message).not.toBe(closed.message)
    else {
      expect({ status, body: answer.body }).toEqual({ status: 404, body: { error: 'Site not found' } })
      expect(headers['error-reason']).toBe('STORE_CLOSED')
      expect(headers).not.toHaveProperty('etag')
    }
    expect((await call(shop, store.subdomain, headersWith(storefront))).message).not.toBe(closed.message)
  })

  it('nothing is kept by browsers and proxies, also of what goes on', async () => {
    for (const tail of ['pages', 'store']) {
      const { status, headers } = await rest(shop, 'GET', path(tail))
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    }
    const { headers } = await rest(shop, 'GET', path('products'), undefined, headersWith(storefront))
    expect(headers['cache-control']).toBe('no-store')
  })

  it('a key shows what it sells only with the scope for it, of this store, until it is revoked', async () => {
    const other = await shop.addStore()
    const everything = await keyOf(store, null)
    const refused = [
      await keyOf(store, ['orders', 'catalogue', 'settings', 'read']),
      await keyOf(other, ['storefront']),
      `sk_${'x'.repeat(43)}`,
      'nonsense',
    ]
    for (const key of refused) {
      expect((await rest(shop, 'GET', path('products'), undefined, headersWith(key))).status).toBe(404)
    }
    expect((await rest(shop, 'GET', path('products'), undefined, headersWith(everything))).status).toBe(200)
    const brief = await createOwnerKey(shop.services, store.id, 'brief', ['storefront'])
    expect((await rest(shop, 'GET', path('products'), undefined, headersWith(brief.key))).status).toBe(200)
    await shop.database.prisma.ownerKey.updateMany({
      where: { id: brief.ownerKey.id },
      data: { revokedAt: new Date() },
    })
    expect((await rest(shop, 'GET', path('products'), undefined, headersWith(brief.key))).status).toBe(404)
  })

  it('a key opens no password', async () => {
    const locked = await shop.addStore({ store: { open: false, access: { password: 'letmein', protection: 'site' } } })
    const key = await keyOf(locked, ['storefront'])
    const { status, body } = await rest(shop, 'GET', path('products', locked), undefined, headersWith(key))
    expect([status, body.error]).toEqual([401, 'Password required'])
    expect((await rest(shop, 'GET', path('products', locked))).status).toBe(404)
  })
})

describe.each(interfaces)('over %s', (by) => {
  it('what was ordered before it closed is paid, tracked and in the account', async () => {
    const { store: own, item } = await openSellingStore(shop)
    const client = clientOf(shop, own.subdomain, by)
    const { token } = await dataOf(client.signUp({ name: 'Asha', phone: '9876500001', password: 'secret1' }))
    const cart = { items: [item('pot')], buyer: { ...buyer, phone: '9876500001' } }
    const placed = await dataOf(client.checkout(cart, { token }))
    await close(shop, own)
    expect(await client.checkout(cart, { token })).toMatchObject({ error: 'Site not found' })
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    expect(await client.trackOrder({ orderNo: placed.orderNo, phone: '9876500001' })).toMatchObject({
      data: { order: { status: 'confirmed' } },
    })
    expect((await dataOf(client.orders({ token }))).orders).toHaveLength(1)
    expect(await client.wishlist({ token })).toMatchObject({ error: 'Site not found' })
  })

  it('it says that it is closed, and takes addresses', async () => {
    const client = clientOf(shop, store.subdomain, by)
    expect(await client.subscribe({ email: 'asha@example.com' })).toHaveProperty('data')
  })
})

it('says over GraphQL whether it is open', async () => {
  const openOne = await shop.addStore()
  for (const [of, open] of [
    [store, false],
    [openOne, true],
  ] as const) {
    const query = { query: '{ store { open } }' }
    expect((await rest(shop, 'POST', path('graphql', of), query)).body).toEqual({ data: { store: { open } } })
  }
})
