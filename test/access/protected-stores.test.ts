import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { setAccessPassword } from '../../src/commerce/access/set-access-password.ts'
import { createStoreDirectory } from '../../src/commerce/stores/store-directory.ts'
import { schema } from '../../src/process/schema.ts'
import { openSellingStore, type SellingStore } from '../checkout/selling-store.ts'
import { buyer, dataOf, pay } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { rootFields, routeOperations } from '../support/operations.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const PASSWORD = 'letmein'
const refused = { status: 401, error: 'Password required' }

/** What works without the password, so that a payment always settles and an account is always its owner's. */
const open: Record<string, readonly string[]> = {
  query: ['store', 'me', 'myData', 'trackOrder', 'page', 'pages', 'menu'],
  mutation: [
    ...['unlock', 'openPreview', 'signUp', 'logIn', 'logOut', 'logOutEverywhere', 'verifyPayment', 'cancelOrder'],
    ...['updateMe', 'changePassword', 'forgotPassword', 'resetPassword', 'confirmEmail', 'deleteMe'],
    ...['addAddress', 'updateAddress', 'removeAddress', 'subscribe', 'submitLead'],
  ],
  subscription: ['order'],
}
const isOpen = ({ kind, field }: { kind: string; field: string }) => open[kind]?.includes(field)

async function openClosedStore(): Promise<SellingStore> {
  const selling = await openSellingStore(shop)
  await setAccessPassword({ services: shop.services, store: selling.store }, PASSWORD)
  return selling
}

const unlocked = async (of = store): Promise<string> =>
  (await dataOf(clientOf(shop, of.subdomain, 'REST').unlock(PASSWORD))).access_token

const shop = await forAllTests(openShop())
const { store, item } = await openClosedStore()
const token = await unlocked()

const withToken = (given = token) => ({ headers: { 'x-access-token': given } })
const path = (tail: string, of = store) => `/api/sites/${of.subdomain}/${tail}`

describe('what is behind the password', () => {
  it('is everything but what is named here', () => {
    const decided = rootFields.map((root) => [root.name, root.rule.selling ?? false])
    expect(decided).toEqual(rootFields.map((root) => [root.name, !isOpen(root)]))
  })

  it('is all that shows products and their reviews, wherever it is asked for', () => {
    const shown = new Set<string>()
    const look = (type: GraphQLObjectType, fields = Object.values(type.getFields())) => {
      if (shown.has(type.name)) return
      shown.add(type.name)
      for (const field of fields) {
        const inner = getNamedType(field.type)
        if (!field.extensions.selling && isObjectType(inner)) look(inner)
      }
    }
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      if (root) look(root)
    }
    expect(shown).toContain('Order')
    for (const name of [
      'Product',
      'ProductVariant',
      'Review',
      'Category',
      'Suggestion',
      'Cart',
      'Quote',
      'ChatReply',
    ]) {
      expect([name, schema.getType(name) !== undefined, shown.has(name)]).toEqual([name, true, false])
    }
  })

  it.each(rootFields)('$name asks for it, or does not', async (root) => {
    for (const caller of [{}, withToken('f'.repeat(64)), withToken('nonsense')]) {
      const { code, message, body } = await root.call(shop, store.subdomain, caller)
      if (isOpen(root)) expect(message).not.toBe(refused.error)
      else {
        expect({ code, message }).toEqual({ code: 'UNAUTHENTICATED', message: refused.error })
        expect(body.data).toEqual({ [root.field]: null })
      }
    }
    expect(await root.call(shop, store.subdomain, withToken())).not.toMatchObject({ message: refused.error })
  })

  it.each(routeOperations)('$name asks for it, or does not', async ({ field, call }) => {
    const { status, message } = await call(shop, store.subdomain)
    if (isOpen(field)) expect({ status, error: message }).not.toEqual(refused)
    else expect({ status, error: message }).toEqual(refused)
    const seen = await call(shop, store.subdomain, withToken())
    expect({ status: seen.status, error: seen.message }).not.toEqual(refused)
  })

  it('is the wishlist within an account', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const { token: customer } = await dataOf(client.signUp({ name: 'Asha', phone: '9876500001', password: 'secret1' }))
    const { headers } = withToken()
    for (const by of interfaces) {
      const theirs = clientOf(shop, store.subdomain, by)
      expect(await theirs.wishlist({ token: customer })).toEqual(refused)
      expect(await theirs.wishlist({ token: customer, headers })).toMatchObject({ data: { wishlist: [] } })
      expect(await theirs.orders({ token: customer })).toHaveProperty('data.orders')
    }
  })
})

describe.each(interfaces)('over %s', (by) => {
  it('who has given it sees the products, and buys; a payment settles without it', async () => {
    const client = clientOf(shop, store.subdomain, by)
    const { headers } = withToken()
    expect((await dataOf(client.products({}, { headers }))).products.length).toBeGreaterThan(0)
    const cart = { items: [item('pot')], buyer }
    expect(await client.checkout(cart)).toEqual(refused)
    const placed = await dataOf(client.checkout(cart, { headers }))
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    expect(await client.trackOrder({ orderNo: placed.orderNo, phone: buyer.phone })).toMatchObject({
      data: { order: { status: 'confirmed' } },
    })
  })

  it('a changed password counts at once, also where another process has the old settings in memory', async () => {
    const { store: own } = await openClosedStore()
    const client = clientOf(shop, own.subdomain, by)
    const { headers } = withToken(await unlocked(own))
    expect(await client.products({}, { headers })).toHaveProperty('data')
    const elsewhere = { ...shop.services, stores: createStoreDirectory(shop.database.prisma) }
    await setAccessPassword({ services: elsewhere, store: own }, 'open sesame')
    expect(await client.products({}, { headers })).toEqual(refused)
    await setAccessPassword({ services: elsewhere, store: own }, null)
    expect(await client.products({})).toHaveProperty('data')
  })
})

it('a token is asked about once for a request, however much it asks for', async () => {
  const query = '{ products { nodes { id } } categories { name } store { unlocked } }'
  await graphql(shop, store.subdomain, query, {}, withToken())
  shop.statements()
  const { body } = await graphql(shop, store.subdomain, query, {}, withToken())
  expect(body.errors).toBeUndefined()
  expect(shop.statements().filter((sql) => sql.includes('access_tokens'))).toHaveLength(1)
})

it('browsers may send the token, and nobody may keep what it shows', async () => {
  const answer = await rest(shop, 'GET', path('products'), undefined, withToken())
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(answer.headers).not.toHaveProperty('etag')
  const preflight = await shop.app.inject({
    method: 'OPTIONS',
    url: path('products'),
    headers: { origin: 'https://tea.example', ...asking('GET', 'x-access-token') },
  })
  expect(preflight.headers['access-control-allow-headers']).toMatch(/x-access-token/i)
})

const asking = (method: string, headers: string) => ({
  'access-control-request-method': method,
  'access-control-request-headers': headers,
})

it('pages that a search engine or a preview would show are closed to HEAD, too', async () => {
  const head = await shop.app.inject({ method: 'HEAD', url: path('products') })
  expect(head.statusCode).toBe(401)
})
