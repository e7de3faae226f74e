import { describe, expect, it } from 'vitest'
import { ownerOf, postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { owner: { points: 3, seconds: 60 } } }))
const store = await shop.addStore()
const owner = await ownerOf(shop, store)

const KEYS = '{ keys { id name lastUsedAt revokedAt } }'
const refusal = {
  errors: [
    {
      message: expect.stringContaining('Authorization'),
      extensions: { code: 'UNAUTHENTICATED', reason: 'INVALID_KEY' },
    },
  ],
}

describe("the owner's API", () => {
  it('answers to a key of the store', async () => {
    const { keys } = await owner.ask(KEYS)
    expect(keys).toEqual([{ id: owner.keyId, name: 'test', lastUsedAt: expect.any(String), revokedAt: null }])
  })

  it.each([
    ['no key', null],
    ['a key that nobody has', `sk_${'A'.repeat(43)}`],
    ['what is no key', 'letmein'],
  ])('refuses %s, whatever is asked', async (_, key) => {
    for (const query of [KEYS, '{ __typename }', '{ nonsense']) {
      expect(await postAsOwner(shop, store.subdomain, key, query)).toMatchObject({ status: 401, body: refusal })
    }
  })

  it('refuses the key of another store, and a customer', async () => {
    const other = await ownerOf(shop, await shop.addStore())
    expect(await postAsOwner(shop, store.subdomain, other.key, KEYS)).toMatchObject({ status: 401, body: refusal })
  })

  it('does not read the body of who has no key', async () => {
    const url = `/api/sites/${store.subdomain}/owner/graphql`
    const response = await shop.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    })
    expect(response.statusCode).toBe(401)
  })

  it('takes large bodies from who has one', async () => {
    const { status } = await owner.post(KEYS, { padding: 'x'.repeat(4_000_000) })
    expect(status).toBe(200)
  })

  it('reaches a store that is switched off', async () => {
    const closed = await shop.addStore({ store: { active: false } })
    expect(await (await ownerOf(shop, closed)).ask(KEYS)).toMatchObject({ keys: [{ name: 'test' }] })
  })

  it('knows no store of another name', async () => {
    expect(await postAsOwner(shop, 'no-such-store', owner.key, KEYS)).toMatchObject({
      status: 404,
      body: { errors: [{ message: 'Site not found', extensions: { code: 'STORE_NOT_FOUND' } }] },
    })
  })

  it('counts every root field, and no field runs for nothing', async () => {
    const from = { 'x-forwarded-for': '203.0.113.8' }
    const aliases = ['a', 'b', 'c', 'd'].map((alias) => `${alias}: keys { id }`).join(' ')
    const { body, headers } = await postAsOwner(shop, store.subdomain, owner.key, `{ ${aliases} }`, {}, from)
    expect(body.data).toMatchObject({ a: [{}], b: [{}], c: [{}], d: null })
    expect(body.errors).toMatchObject([
      { path: ['d'], message: 'Too many requests', extensions: { code: 'RATE_LIMITED' } },
    ])
    expect(headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"owner";r=0/),
      'retry-after': expect.any(String),
    })
  })

  it('counts by the address that a request came from, whatever it says of a buyer', async () => {
    const ask = (at: number) =>
      postAsOwner(
        shop,
        store.subdomain,
        owner.key,
        KEYS,
        {},
        {
          ...{ 'x-forwarded-for': '203.0.113.9', 'x-store-key': owner.key, 'x-buyer-ip': `198.51.100.${at}` },
        },
      )
    for (const at of [1, 2, 3]) expect((await ask(at)).status).toBe(200)
    expect((await ask(4)).status).toBe(429)
  })

  it('counts every request, with a good key or without', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' }
    for (const key of [owner.key, null, owner.key]) {
      expect((await postAsOwner(shop, store.subdomain, key, KEYS, {}, from)).status).not.toBe(429)
    }
    const refused = await postAsOwner(shop, store.subdomain, owner.key, KEYS, {}, from)
    expect(refused).toMatchObject({
      status: 429,
      body: { errors: [{ message: 'Too many requests', extensions: { code: 'RATE_LIMITED' } }] },
    })
    expect(refused.headers).toMatchObject({
      'retry-after': expect.any(String),
      ratelimit: expect.stringContaining('r=0'),
    })
  })

  it('shows a browser GraphiQL, which asks for the key', async () => {
    const url = `/api/sites/${store.subdomain}/owner/graphql`
    const page = await shop.app.inject({ url, headers: { accept: 'text/html' } })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('Owner key of this store')
  })

  it('answers a GET without a page', async () => {
    const url = `/api/sites/${store.subdomain}/owner/graphql?query=${encodeURIComponent('{ keys { name } }')}`
    const authorization = `Bearer ${owner.key}`
    expect((await shop.app.inject({ url, headers: { authorization } })).json()).toMatchObject({
      data: { keys: [{ name: 'test' }] },
    })
  })
})

describe('keys', () => {
  it('are shown once and work at once', async () => {
    const { createKey } = await owner.ask('mutation { createKey(name: "till") { key ownerKey { id name } } }')
    expect(createKey).toEqual({
      key: expect.stringMatching(/^sk_[\w-]{43}$/),
      ownerKey: { id: expect.any(String), name: 'till' },
    })
    const answer = await postAsOwner(shop, store.subdomain, createKey.key, KEYS)
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain(createKey.key)
  })

  it('are void at once when they are revoked', async () => {
    const { createKey } = await owner.ask('mutation { createKey(name: "lost") { key ownerKey { id } } }')
    const revoke = 'mutation ($id: ID!) { revokeKey(id: $id) { revokedAt } }'
    const { revokeKey } = await owner.ask(revoke, { id: createKey.ownerKey.id })
    expect(revokeKey.revokedAt).toEqual(expect.any(String))
    expect((await postAsOwner(shop, store.subdomain, createKey.key, KEYS)).status).toBe(401)
    expect(await owner.ask(revoke, { id: createKey.ownerKey.id })).toEqual({ revokeKey })
  })

  it('need a name', async () => {
    expect(await owner.refused('mutation { createKey(name: " ") { key } }')).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'The name of a key must have 1 to 100 characters',
    })
  })

  it('of other stores are unknown', async () => {
    const other = await ownerOf(shop, await shop.addStore())
    const revoke = 'mutation ($id: ID!) { revokeKey(id: $id) { id } }'
    const unknown = { code: 'NOT_FOUND', message: 'Key not found' }
    expect(await owner.refused(revoke, { id: other.keyId })).toEqual(unknown)
    expect(await owner.refused(revoke, { id: 'no-uuid' })).toEqual(unknown)
  })
})
