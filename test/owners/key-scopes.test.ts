import { describe, expect, it } from 'vitest'
import { type KeyScope, keyScopes, type NeededScopes } from '../../src/api/admission/key-scopes.ts'
import { defaultPolicies, limitNames } from '../../src/api/admission/rate-limit-policy.ts'
import { scopesOf } from '../../src/api/graphql/schema/operation-plugin.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { csvExports } from '../../src/process/exports.ts'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { ownAddress } from '../support/addresses.ts'
import { bareRequest } from '../support/bare-request.ts'
import { addressOf, openEvents } from '../support/events.ts'
import { graphqlOperations, type Operation } from '../support/operations.ts'
import { postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const plenty = limitNames.map((name) => [name, { ...defaultPolicies[name], points: 100_000 }])
const shop = await forAllTests(openShop({ policies: Object.fromEntries(plenty) }))
const store = await shop.addStore()
const keyWith = async (...scopes: KeyScope[]) =>
  (await createOwnerKey(shop.services, store.id, scopes.join(' and ') || 'all', scopes.length > 0 ? scopes : null)).key

const keys = new Map<KeyScope, string>()
for (const scope of keyScopes) keys.set(scope, await keyWith(scope))
const keyOf = (scope: KeyScope) => keys.get(scope) ?? ''

const roots = [
  ['query', ownerSchema.getQueryType()],
  ['mutation', ownerSchema.getMutationType()],
  ['subscription', ownerSchema.getSubscriptionType()],
] as const
const operations = graphqlOperations(ownerSchema, '/owner/graphql')
  .map((operation) => {
    const [kind, type] = roots.find(([, type]) => type?.getFields()[operation.name]) ?? roots[0]
    const field = type?.getFields()[operation.name]
    if (!field) throw new Error(`There is no ${operation.name}`)
    return { operation, kind, field, needed: scopesOf(field) }
  })
  // It tells who asks about themselves.
  .filter(({ operation }) => operation.name !== 'viewer')

/** Null when the key may do it, whatever else is wrong with the request. */
async function refusal(key: string, operation: Operation): Promise<string | null> {
  const { document, variables } = bareRequest(operation, store.subdomain)
  const answer = document.startsWith('subscription')
    ? await openedStream(key, document)
    : await postAsOwner(shop, store.subdomain, key, document, variables)
  if (answer.body.errors?.some(({ path }: any) => !path)) throw new Error(JSON.stringify(answer.body))
  const refused = answer.body.errors?.find(
    ({ path, message }: any) => path?.length === 1 && message.includes('does not have'),
  )
  return refused ? refused.message : null
}

/** Without events, when it opens. */
async function openedStream(key: string, query: string): Promise<{ body: any }> {
  const events = await openEvents(`${await addressOf(shop)}/api/sites/${store.subdomain}/owner/graphql`, {
    headers: { authorization: `Bearer ${key}` },
    body: { query },
  })
  if (events.status !== 200) return { body: await events.json() }
  events.close()
  return { body: {} }
}

const lacks = (scope: string | undefined) => `This key does not have the scope "${scope}".`

const firstRefusal = (needed: NeededScopes, scopes: KeyScope[]): string | null => {
  const missing = needed.find((accepted) => !scopes.some((scope) => accepted.includes(scope)))
  return missing ? lacks(missing[0]) : null
}

describe('A field of the owner’s schema', () => {
  it.each(operations)('$operation.name names the scopes it needs', async ({ operation, field, needed }) => {
    expect(needed).not.toEqual([])
    for (const accepted of needed) {
      for (const scope of accepted) expect(field.description).toMatch(new RegExp(`Needs the key scope .*\`${scope}\``))
    }
    for (const scope of keyScopes) {
      const refused = firstRefusal(needed, [scope]) ?? (operation.name === 'createWebhook' ? lacks('orders') : null)
      expect([scope, await refusal(keyOf(scope), operation)]).toEqual([scope, refused])
    }
  })

  it.each(operations.filter(({ needed }) => needed.length > 1))(
    '$operation.name is allowed to a key that has all of them',
    async ({ operation, needed }) => {
      const key = await keyWith(...needed.map(([scope]) => scope))
      expect(await refusal(key, operation)).toBeNull()
    },
  )

  it('is changed by no key that may only read', () => {
    const changes = operations.filter(({ kind }) => kind === 'mutation')
    expect(changes.filter(({ needed }) => firstRefusal(needed, ['read']) === null)).toEqual([])
  })

  it.each(['keys', 'webhooks', 'webhookMessages'])('%s is not shown to a key that may only read', (name) => {
    expect(operations.find(({ operation }) => operation.name === name)?.needed).toEqual([['settings']])
  })

  it('shows the payment account to a key for settings and money only', async () => {
    const query = '{ store { currency payments { keyId } } }'
    const { body } = await postAsOwner(shop, store.subdomain, keyOf('read'), query)
    expect(body.data.store).toEqual({ currency: 'INR', payments: null })
    expect(body.errors).toMatchObject([{ message: lacks('settings'), path: ['store', 'payments'] }])
    const withoutMoney = await postAsOwner(shop, store.subdomain, keyOf('settings'), query)
    expect(withoutMoney.body.errors).toMatchObject([{ message: lacks('money'), path: ['store', 'payments'] }])
    const allowed = await postAsOwner(shop, store.subdomain, await keyWith('settings', 'money'), query)
    expect(allowed.body.errors).toBeUndefined()
  })

  it('leaves everything to a key without scopes', async () => {
    const key = await keyWith()
    const { body } = await postAsOwner(
      shop,
      store.subdomain,
      key,
      '{ keys { name scopes } orders(first: 1) { totalCount } }',
    )
    expect(body.errors).toBeUndefined()
    expect(body.data.keys).toContainEqual({ name: 'read', scopes: ['READ'] })
    expect(body.data.keys).toContainEqual({ name: 'all', scopes: [] })
  })
})

describe('Over HTTP', () => {
  const get = (path: string, key: string) =>
    shop.app.inject({
      method: 'GET',
      url: `/api/sites/${store.subdomain}/owner/${path}`,
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': ownAddress() },
    })

  it.each(Object.entries(csvExports))('%s needs its scope, or `read`', async (file, { scope }) => {
    for (const other of keyScopes) {
      const answer = await get(`export/${file}`, keyOf(other))
      if (other === scope || other === 'read') expect(answer.statusCode).toBe(200)
      else expect([answer.statusCode, answer.json()]).toEqual([403, { error: lacks(scope) }])
    }
  })

  it.each(['media', 'import/products.csv', 'import/stock.csv'])('%s needs `catalogue`', async (path) => {
    for (const scope of keyScopes) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/api/sites/${store.subdomain}/owner/${path}`,
        headers: { authorization: `Bearer ${keyOf(scope)}`, 'x-forwarded-for': ownAddress() },
      })
      if (scope === 'catalogue') expect(answer.statusCode).toBe(400)
      else expect([answer.statusCode, answer.json()]).toEqual([403, { error: lacks('catalogue') }])
    }
  })
})

it('A key revokes itself, and none that may do more', async () => {
  const revoke = async (key: string, id: string) => {
    const query = 'mutation ($id: ID!) { revokeKey(id: $id) { id } }'
    const { body } = await postAsOwner(shop, store.subdomain, key, query, { id })
    return body.errors ? body.errors[0].message : body.data.revokeKey.id
  }
  const { key, ownerKey } = await createOwnerKey(shop.services, store.id, 'desk', ['settings'])
  const other = await createOwnerKey(shop.services, store.id, 'all', null)
  expect(await revoke(key, other.ownerKey.id)).toBe(
    'This key may do more than yours. Somebody who may do as much has to revoke it.',
  )
  expect(await revoke(key, ownerKey.id)).toBe(ownerKey.id)
})

describe('A key that makes keys', () => {
  const CREATE =
    'mutation ($scopes: [KeyScope!]) { createKey(name: "new", scopes: $scopes) { key ownerKey { scopes } } }'
  const create = async (key: string, scopes?: string[]) => {
    const { body } = await postAsOwner(shop, store.subdomain, key, CREATE, { scopes })
    return body.errors ? body.errors[0].message : body.data.createKey.ownerKey.scopes
  }

  it('gives what it has, and no more', async () => {
    const key = await keyWith('settings', 'orders')
    expect(await create(key, ['ORDERS'])).toEqual(['ORDERS'])
    expect(await create(key, ['ORDERS', 'CUSTOMERS'])).toBe(lacks('customers'))
    expect(await create(key)).toBe('This key can create keys with these scopes only: orders, settings.')
    expect(await create(await keyWith(), ['READ', 'ORDERS', 'ORDERS'])).toEqual(['ORDERS', 'READ'])
    expect(await create(await keyWith())).toEqual([])
  })

  it('makes no unlimited key of an empty list', async () => {
    expect(await create(await keyWith(), [])).toBe(
      'scopes must not be empty; leave it out for a key that may do everything',
    )
  })
})
