import { describe, expect, it } from 'vitest'
import type { KeyScope } from '../../src/api/admission/key-scopes.ts'
import { MAX_SESSIONS } from '../../src/commerce/owners/console-session.ts'
import { createOwnerKey, revokeOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { browserOf } from './browser.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = new Date('2026-05-01T12:00:00Z').getTime()
let now = START
const later = (ms: number) => {
  now += ms
}

const shop = await forAllTests(openShop({ clock: () => new Date(now) }))
const store = await shop.addStore({ store: { businessName: 'Tea House' } })
const other = await shop.addStore({ store: { businessName: 'Coffee House' } })
const keyOf = (scopes: KeyScope[] | null = null, { id } = store) => createOwnerKey(shop.services, id, 'Desk', scopes)

const STORE = '{ store { businessName } }'
const wrong = { error: 'There is no such store, or this is not one of its keys, or it was revoked.' }
const SESSION_ENDED = 'Your session has ended. Log in again.'
const ended = { status: 401, body: { errors: [{ message: SESSION_ENDED, extensions: { code: 'UNAUTHENTICATED' } }] } }
const works = { status: 200, body: { data: { store: { businessName: 'Tea House' } } } }

describe('Logging in', () => {
  it('exchanges a key for a cookie that scripts cannot read, and says who it is', async () => {
    const { key, ownerKey } = await keyOf(['orders', 'read'])
    const browser = browserOf(shop)
    const { status, headers, body, text } = await browser.logIn(store.subdomain, key)
    expect(status).toBe(201)
    expect(body).toEqual({
      store: store.subdomain,
      business_name: 'Tea House',
      suspended: false,
      currency: 'INR',
      time_zone: expect.any(String),
      country: null,
      key: { id: ownerKey.id, name: 'Desk', scopes: ['orders', 'read'] },
      viewer: {
        ...{ kind: 'key', id: ownerKey.id, name: 'Desk', role: null, everything: false },
        ...{ scopes: ['orders', 'read'], reads: [], figures: true },
      },
      expires_at: new Date(now + 12 * HOUR).toISOString(),
    })
    expect(text).not.toContain(key)
    expect(headers['set-cookie']).toMatch(
      new RegExp(
        `^console-${store.subdomain}=[\\w-]{43}; Path=/; Expires=${new Date(now + 7 * DAY).toUTCString()}; HttpOnly; SameSite=Strict$`,
      ),
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(works)
  })

  it('over https the cookie is held to https and to this host', async () => {
    const { key } = await keyOf()
    const browser = browserOf(shop, { secure: true })
    const { headers } = await browser.logIn(store.subdomain, key)
    expect(headers['set-cookie']).toMatch(
      new RegExp(
        `^__Host-console-${store.subdomain}=[\\w-]{43}; Path=/; Expires=[^;]+; HttpOnly; SameSite=Strict; Secure$`,
      ),
    )
    expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(works)
    // A cookie without the prefix may have been set by another host of the domain.
    const [token = ''] = browser.cookies.values()
    const plain = browserOf(shop, { secure: true })
    plain.cookies.set(`console-${store.subdomain}`, token)
    expect(await plain.graphql(store.subdomain, STORE)).toMatchObject(ended)
  })

  it('stores no more than a hash', async () => {
    const { key, ownerKey } = await keyOf()
    const browser = browserOf(shop)
    await browser.logIn(store.subdomain, key)
    const [token = ''] = browser.cookies.values()
    const rows = await shop.database.prisma.consoleSession.findMany({ where: { keyId: ownerKey.id } })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.idHash).toMatch(/^[\da-f]{64}$/)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('takes blanks and capitals as they are typed', async () => {
    const { key } = await keyOf()
    expect(await browserOf(shop).logIn(` ${store.subdomain.toUpperCase()} `, ` ${key}\n`)).toMatchObject({
      status: 201,
    })
  })

  it('gives the same answer to a wrong key, another store’s key, a revoked one, and no store', async () => {
    const { key, ownerKey } = await keyOf()
    const elsewhere = await keyOf(null, other)
    const browser = browserOf(shop)
    const refused = { status: 401, body: wrong }
    expect(await browser.logIn(store.subdomain, `sk_${'x'.repeat(43)}`)).toMatchObject(refused)
    expect(await browser.logIn(store.subdomain, 'x')).toMatchObject(refused)
    expect(await browser.logIn(store.subdomain, elsewhere.key)).toMatchObject(refused)
    expect(await browser.logIn('no-such-store', key)).toMatchObject(refused)
    expect(await browser.logIn('No store of this name.', key)).toMatchObject(refused)
    await revokeOwnerKey(shop.services, store.id, ownerKey.id)
    const { headers, ...last } = await browser.logIn(store.subdomain, key)
    expect(last).toMatchObject(refused)
    expect(headers).toMatchObject({ 'error-code': 'UNAUTHENTICATED' })
    expect(headers).not.toHaveProperty('set-cookie')
  })

  it.each([
    [{}, 'Enter the name of the store and a key.'],
    [{ store: 'demo', key: ' ' }, 'Enter the name of the store and a key.'],
    [{ store: 'demo', key: 5 }, 'Key must be text'],
    [{ store: 'x'.repeat(101), key: 'x' }, 'Store must be at most 100 characters'],
    [[], 'Enter the name of the store and a key.'],
  ])('%j is refused', async (payload, error) => {
    expect(await browserOf(shop).send('POST', '/api/console/sessions', payload)).toMatchObject({
      status: 400,
      body: { error },
    })
  })

  it('again in the same browser ends the session before', async () => {
    const { key } = await keyOf()
    const browser = browserOf(shop)
    await browser.logIn(store.subdomain, key)
    const before = new Map(browser.cookies)
    await browser.logIn(store.subdomain, key)
    expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(works)
    expect(browser.cookies).not.toEqual(before)
    const thief = browserOf(shop)
    for (const [name, value] of before) thief.cookies.set(name, value)
    expect(await thief.graphql(store.subdomain, STORE)).toMatchObject(ended)
  })

  it(`more often than ${MAX_SESSIONS} times ends the oldest session of the key`, async () => {
    const { key, ownerKey } = await keyOf()
    const browsers = Array.from({ length: MAX_SESSIONS + 1 }, () => browserOf(shop))
    for (const browser of browsers) {
      later(1_000)
      await browser.logIn(store.subdomain, key)
    }
    expect(await browsers[0]?.graphql(store.subdomain, STORE)).toMatchObject(ended)
    expect(await browsers[1]?.graphql(store.subdomain, STORE)).toMatchObject(works)
    expect(await shop.database.prisma.consoleSession.count({ where: { keyId: ownerKey.id } })).toBe(MAX_SESSIONS)
  })
})

describe('A session', () => {
  const loggedIn = async (scopes: KeyScope[] | null = null) => {
    const { key, ownerKey } = await keyOf(scopes)
    const browser = browserOf(shop)
    await browser.logIn(store.subdomain, key)
    return { browser, key, ownerKey }
  }

  it('ends when it was not used for 12 hours', async () => {
    const { browser } = await loggedIn()
    later(12 * HOUR - 1)
    expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(works)
    later(12 * HOUR - 1)
    expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(works)
    later(12 * HOUR)
    expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(ended)
    expect((await browser.sessions()).body).toEqual({ person: null, set_up: false, sends_mails: false, sessions: [] })
  })

  it('ends after 7 days, however much it is used', async () => {
    const { browser } = await loggedIn()
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      later(8 * HOUR)
      expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(works)
    }
    expect((await browser.sessions()).body.sessions[0].expires_at).toBe(new Date(now + 8 * HOUR).toISOString())
    later(8 * HOUR)
    expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(ended)
  })

  it('ends with its key, also when it revokes that itself', async () => {
    const { browser, ownerKey } = await loggedIn()
    const revoke = 'mutation ($id: ID!) { revokeKey(id: $id) { revokedAt } }'
    expect((await browser.graphql(store.subdomain, revoke, { id: ownerKey.id })).body.errors).toBeUndefined()
    expect(await browser.graphql(store.subdomain, STORE)).toMatchObject(ended)
    expect((await browser.sessions()).body).toEqual({ person: null, set_up: false, sends_mails: false, sessions: [] })
  })

  it('ends with log-out, for whoever has copied its cookie as well', async () => {
    const { browser } = await loggedIn()
    const [[name, token] = ['', '']] = browser.cookies
    const answer = await browser.logOut(store.subdomain)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers['set-cookie']).toBe(
      `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict`,
    )
    const thief = browserOf(shop)
    thief.cookies.set(name, token)
    expect(await thief.graphql(store.subdomain, STORE)).toMatchObject(ended)
    expect(await thief.logOut(store.subdomain)).toMatchObject({ status: 401, body: { error: SESSION_ENDED } })
    expect(thief.cookies.size).toBe(0)
  })

  it('ends everywhere: all of its key, none of another', async () => {
    const { browser, key } = await loggedIn()
    const [elsewhere, { browser: another }] = [browserOf(shop), await loggedIn()]
    await elsewhere.logIn(store.subdomain, key)
    expect(await browser.logOut(store.subdomain, true)).toMatchObject({ status: 204 })
    expect(await elsewhere.graphql(store.subdomain, STORE)).toMatchObject(ended)
    expect(await another.graphql(store.subdomain, STORE)).toMatchObject(works)
  })

  it('may do what its key may, and is that key in histories', async () => {
    const { browser, ownerKey } = await loggedIn(['catalogue'])
    const { status, body } = await browser.graphql(store.subdomain, '{ orders(first: 1) { totalCount } }')
    expect([status, body.errors[0].message]).toEqual([200, 'This key does not have the scope "orders".'])
    expect((await browser.get(`/api/console/sites/${store.subdomain}/export/orders.csv`)).body).toEqual({
      error: 'This key does not have the scope "orders".',
    })
    const row = await shop.database.prisma.ownerKey.findFirstOrThrow({ where: { id: ownerKey.id } })
    expect(row.lastUsedAt).toEqual(new Date(now))
  })

  // Citus has no triggers.
  it.skipIf(onCluster())('is noted as used once a minute, however many requests come at once', async () => {
    const { browser, ownerKey } = await loggedIn()
    await shop.database.prisma.$executeRawUnsafe('CREATE TABLE IF NOT EXISTS noted (key_id uuid)')
    await shop.database.prisma.$executeRawUnsafe(`
      CREATE OR REPLACE FUNCTION note_use() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO noted VALUES (NEW.key_id); RETURN NEW; END'`)
    await shop.database.prisma.$executeRawUnsafe(
      'CREATE TRIGGER note_use AFTER UPDATE ON console_sessions FOR EACH ROW EXECUTE FUNCTION note_use()',
    )
    const writes = async () =>
      (await shop.database.prisma.$queryRawUnsafe<object[]>(`SELECT 1 FROM noted WHERE key_id = '${ownerKey.id}'`))
        .length
    const fifty = () => Promise.all(Array.from({ length: 50 }, () => browser.graphql(store.subdomain, STORE)))
    later(59_999)
    await fifty()
    expect(await writes()).toBe(0)
    later(1)
    for (const answer of await fifty()) expect(answer).toMatchObject(works)
    expect(await writes()).toBe(1)
  })

  it('costs a statement more than the key', async () => {
    const { browser, key } = await loggedIn()
    shop.statements()
    await browser.graphql(store.subdomain, STORE)
    const bySession = shop.statements().length
    await postAsOwner(shop, store.subdomain, key, STORE)
    expect(bySession).toBe(shop.statements().length + 1)
  })
})
