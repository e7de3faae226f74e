import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { graphql } from '../support/call.ts'
import { addressOf } from '../support/events.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop } from '../support/shop.ts'

let store: Store
let owner: Owner

const shop = await openShop()
afterAll(() => {
  shop.app.server.closeAllConnections()
  return shop.close()
})
beforeEach(async () => {
  store = await shop.addStore({ products: [{ slug: 'assam', name: 'Assam', price: 499 }] })
  owner = await ownerOf(shop, store)
})

const SET = `mutation ($password: String, $protection: Protection) {
  setAccessPassword(password: $password, protection: $protection) { protected protection }
}`
const OPEN = 'mutation { setAccessPassword(password: null) { protected protection } }'
const CHANGE = 'mutation ($protection: Protection) { setAccessPassword(protection: $protection) { protection } }'
const productsOf = ({ subdomain }: Store) => shop.app.inject({ url: `/api/sites/${subdomain}/products` })
const shown = async (of = store) =>
  (await graphql(shop, of.subdomain, '{ store { protected protection unlocked } }')).body.data.store

describe('the owner', () => {
  it('protects the whole site by a password, unless it is to be a hint', async () => {
    expect(await owner.ask(SET, { password: 'letmein' })).toEqual({
      setAccessPassword: { protected: true, protection: 'SITE' },
    })
    expect((await productsOf(store)).statusCode).toBe(401)
    expect(await shown()).toEqual({ protected: true, protection: 'SITE', unlocked: false })
    await owner.ask(SET, { password: 'letmein', protection: 'HINT' })
    expect((await productsOf(store)).statusCode).toBe(200)
    expect(await shown()).toEqual({ protected: true, protection: 'HINT', unlocked: false })
    expect(await owner.ask(OPEN)).toEqual({ setAccessPassword: { protected: false, protection: null } })
    expect(await shown()).toEqual({ protected: false, protection: null, unlocked: true })
  })

  it('changes what the password protects without setting it anew', async () => {
    expect(await owner.refused(CHANGE, { protection: 'SITE' })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'The store has no password yet. Send a password as well.',
    })
    expect(await owner.refused(CHANGE, {})).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'Send password, or null to make the pages public',
    })
    await owner.ask(SET, { password: 'letmein', protection: 'HINT' })
    const { accessPasswordVersion } = await stored()
    expect(await owner.ask(CHANGE, { protection: 'SITE' })).toEqual({ setAccessPassword: { protection: 'SITE' } })
    expect(await stored()).toMatchObject({ accessPasswordVersion })
    expect((await productsOf(store)).statusCode).toBe(401)
  })
})

const stored = (of = store) => shop.database.prisma.store.findUniqueOrThrow({ where: { id: of.id } })

describe('a bundle', () => {
  it.each([
    ['with a password alone, as before, gives a hint', {}, 'HINT'],
    ['says site', { protection: 'site' }, 'SITE'],
    ['says hint', { protection: 'hint' }, 'HINT'],
  ])('%s', async (_, protection, expected) => {
    const made = await shop.addStore({ store: { access: { password: 'letmein', ...protection } } })
    expect((await stored(made)).accessProtection).toBe(expected)
  })

  it('changes the protection of a store that is there, and keeps it when it does not say', async () => {
    const { subdomain } = store
    const again = (access: object) => shop.addStore({ store: { subdomain, access } })
    await again({ password: 'letmein', protection: 'site' })
    const before = await stored()
    expect(before).toMatchObject({ accessProtection: 'SITE' })
    expect(await again({})).toMatchObject({ accessProtection: 'SITE' })
    expect(await again({ protection: 'hint' })).toMatchObject({
      accessProtection: 'HINT',
      accessPasswordHash: before.accessPasswordHash,
      accessPasswordVersion: before.accessPasswordVersion,
    })
    const bundle = await exportBundle(shop.database.prisma, subdomain)
    expect(bundle?.store.access).toEqual({ protection: 'hint' })
  })
})

describe('answers that were kept while the store was open', () => {
  const query = '{ products { nodes { name } } }'
  const kept = (): [string, RequestInit][] => [
    [`/api/sites/${store.subdomain}/products`, {}],
    [`/api/sites/${store.subdomain}/products/assam`, {}],
    [`/api/sites/${store.subdomain}/graphql?query=${encodeURIComponent(query)}`, {}],
    [
      `/api/sites/${store.subdomain}/graphql`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) },
    ],
  ]
  const ask = async (url: string, init: RequestInit, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${await addressOf(shop)}${url}`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  it('are not served, also not as 304, and are again once it is open', async () => {
    const before = []
    for (const [url, init] of kept()) {
      for (let time = 0; time < 4; time += 1) await ask(url, init)
      before.push(await ask(url, init))
    }
    for (const { text } of before) expect(text).toContain('Assam')
    await owner.ask(SET, { password: 'letmein' })
    const unlock = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"password":"letmein"}' }
    const { access_token } = JSON.parse((await ask(`/api/sites/${store.subdomain}/unlock`, unlock)).text)
    for (const [at, [url, init]] of kept().entries()) {
      const etag = { 'if-none-match': before[at]?.headers.get('etag') ?? '*' }
      for (const headers of [{}, etag]) {
        const answer = await ask(url, init, headers)
        expect(answer.status).toBe(url.includes('/graphql') ? 200 : 401)
        expect(answer.text).toContain('Password required')
        expect(answer.text).not.toContain('Assam')
      }
      const seen = await ask(url, init, { 'x-access-token': access_token })
      expect(seen.text).toBe(before[at]?.text)
      expect(seen.headers.get('cache-control')).toBe('no-store')
      expect((await ask(url, init)).text).toContain('Password required')
    }
    await owner.ask(OPEN)
    for (const [url, init] of kept()) expect((await ask(url, init)).text).toContain('Assam')
  })

  it('of other stores are kept as before, when a closed one is asked the same', async () => {
    const document = `query Same { products { nodes { slug } } } # ${store.subdomain}`
    await owner.ask(SET, { password: 'letmein' })
    expect((await graphql(shop, store.subdomain, document)).body.errors).toHaveLength(1)
    const other = await shop.addStore()
    const asked = () => graphql(shop, other.subdomain, document)
    await asked()
    shop.statements()
    expect((await asked()).body).toEqual({ data: { products: { nodes: [] } } })
    expect(shop.statements()).toEqual([])
  })
})
