import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyScope } from '../../src/api/admission/key-scopes.ts'
import { createOwnerKey, revokeOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { type Browser, browserOf } from '../console/browser.ts'
import { lock, untilWaiting } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { logInAs, memberInBrowser, PASSWORD } from './people.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited, personLogin: unlimited } }))
const { prisma } = shop.database
let store: Store
let number = 0
beforeEach(async () => {
  store = await shop.addStore({ store: { businessName: 'Dihing Gardens' } })
})

async function withKey(scopes: KeyScope[] | null = null, options: Parameters<typeof browserOf>[1] = {}) {
  const { key, ownerKey } = await createOwnerKey(shop.services, store.id, 'till', scopes)
  shop.secrets.add(key)
  const browser = browserOf(shop, options)
  await browser.logIn(store.subdomain, key)
  return { browser, key, ownerKey }
}

const newPerson = (changes: object = {}) => {
  number += 1
  return { name: 'Asha', email: `asha-${number}@example.com`, password: PASSWORD, ...changes }
}
const become = (browser: Browser, person: object, more: object = {}, of = store) =>
  browser.send('POST', `/api/console/sites/${of.subdomain}/owner`, person, more)
const ownersOf = (of: Store) => prisma.membership.findMany({ where: { ofStore: of.id }, include: { person: true } })

describe('With a key that may do everything', () => {
  it('somebody becomes a person, who owns this store and nothing else; the key goes on', async () => {
    const { browser, key } = await withKey()
    const other = await shop.addStore()
    const { status, body, headers } = await become(browser, newPerson({ email: ' Ravi@Example.com' }))
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        person: { id: expect.any(String), email: 'ravi@example.com', name: 'Asha' },
        expires_at: expect.any(String),
      },
    })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'set-cookie': expect.stringMatching(/^console-person=[\w-]{43}; .*HttpOnly; SameSite=Strict$/),
    })
    expect(await ownersOf(store)).toMatchObject([
      { role: 'OWNER', money: true, person: { operator: false, emailConfirmedAt: null } },
    ])
    expect(await ownersOf(other)).toEqual([])
    expect((await browser.sessions()).body.sessions).toMatchObject([
      { store: store.subdomain, key: null, viewer: { kind: 'person', role: 'OWNER', everything: true } },
    ])
    const history = await browser.graphql(
      store.subdomain,
      '{ changes { nodes { actor action detail subject { kind name } } } }',
    )
    expect(history.body.data.changes.nodes[0]).toEqual({
      ...{ actor: 'owner: till', action: 'CREATED', detail: 'OWNER' },
      subject: { kind: 'MEMBER', name: 'Asha' },
    })
    expect((await logInAs(browserOf(shop), 'ravi@example.com')).status).toBe(201)
    expect((await browserOf(shop).logIn(store.subdomain, key)).status).toBe(201)
  })

  it('who is logged in as a person as well adds the store to theirs', async () => {
    const other = await shop.addStore()
    const { browser, person } = await memberInBrowser(shop, { storeId: other.id, role: 'MANAGER' })
    const { key } = await createOwnerKey(shop.services, store.id, 'till', null)
    shop.secrets.add(key)
    await browser.logIn(store.subdomain, key)
    const { status, body, headers } = await become(browser, {})
    expect([status, body]).toEqual([201, { person: { id: person.id, email: person.email, name: person.name } }])
    expect(headers).not.toHaveProperty('set-cookie')
    const roles = (await browser.sessions()).body.sessions.map(({ store: name, viewer }: any) => [name, viewer.role])
    expect(roles.toSorted()).toEqual(
      [
        [store.subdomain, 'OWNER'],
        [other.subdomain, 'MANAGER'],
      ].toSorted(),
    )
    expect(await become(browser, {})).toMatchObject({
      status: 403,
      body: { error: 'You are logged in to this store as a person already.' },
    })
  })

  it('one of several who send the same email at once', async () => {
    const { browser } = await withKey()
    const person = newPerson()
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const one = browserOf(shop)
        for (const [name, value] of browser.cookies) one.cookies.set(name, value)
        return one
      }),
    )
    const answers = await Promise.all(browsers.map((one) => become(one, person)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
    expect(await ownersOf(store)).toHaveLength(1)
  })
})

describe('Nobody becomes an owner', () => {
  const nobody = async () => expect(await ownersOf(store)).toEqual([])

  it('with a key that may do less, however much that is', async () => {
    const all: KeyScope[] = ['read', 'catalogue', 'orders', 'money', 'customers', 'marketing', 'settings']
    for (const scopes of [all, ['read'] as KeyScope[]]) {
      const { browser } = await withKey(scopes)
      const { status, body, headers } = await become(browser, newPerson())
      expect([status, body.error, headers['error-reason']]).toEqual([
        ...[403, 'Only a key that may do everything makes somebody an owner of the store.', 'MISSING_SCOPE'],
      ])
    }
    await nobody()
  })

  it('with a key whose list of scopes is empty', async () => {
    const { browser, ownerKey } = await withKey(['read'])
    await prisma.ownerKey.updateMany({ where: { storeId: store.id, id: ownerKey.id }, data: { scopes: [] } })
    expect((await become(browser, newPerson())).status).toBe(403)
    await nobody()
  })

  it('as a person of a lower role', async () => {
    const { browser } = await memberInBrowser(shop, { storeId: store.id, role: 'MANAGER', money: true })
    expect(await become(browser, newPerson())).toMatchObject({ status: 403 })
    expect((await ownersOf(store)).map(({ role }) => role)).toEqual(['MANAGER'])
  })

  it('of another store, nor without a session, nor with a key that was revoked', async () => {
    const { browser, ownerKey } = await withKey()
    const other = await shop.addStore()
    expect((await become(browser, newPerson(), {}, other)).status).toBe(401)
    expect((await become(browserOf(shop), newPerson())).status).toBe(401)
    await revokeOwnerKey(shop.services, store.id, ownerKey.id)
    expect((await become(browser, newPerson())).status).toBe(401)
    expect(await ownersOf(other)).toEqual([])
    await nobody()
  })

  it('by a page of another site, or with the key itself', async () => {
    const { browser, key } = await withKey()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const { status, headers: answered } = await become(browser, newPerson(), headers)
      expect([status, answered['error-reason']]).toEqual([403, 'FOREIGN_SITE'])
    }
    expect((await become(browserOf(shop), newPerson(), { authorization: `Bearer ${key}` })).status).toBe(401)
    await nobody()
  })

  it('with the key being revoked meanwhile', needs(noServer), async () => {
    const { browser, ownerKey } = await withKey()
    const revoked = Prisma.sql`UPDATE owner_keys SET revoked_at = now() WHERE store_id = ${store.id}::uuid
      AND id = ${ownerKey.id}::uuid RETURNING 1 AS done`
    const release = await lock(prisma, revoked)
    const becoming = become(browser, newPerson())
    await untilWaiting(prisma, 1)
    await release()
    expect((await becoming).status).toBe(401)
    await nobody()
  })

  it.each([
    ['no name', { name: ' ' }, 'Enter your name, your email and a password.', 'name', 'undefined'],
    ['no email address', { email: 'asha' }, 'Email must be an email address', 'email', 'undefined'],
    [
      'a short password',
      { password: 'seven77' },
      'Password must be at least 8 characters',
      'password',
      'WEAK_PASSWORD',
    ],
    [
      'the shop as password',
      { password: 'dihing GARDENS' },
      'The password must not be the name of the shop.',
      'password',
      'WEAK_PASSWORD',
    ],
  ])('with %s', async (_, changes, error, field, reason) => {
    const { browser } = await withKey()
    const { status, body } = await become(browser, newPerson(changes), { accept: 'application/problem+json' })
    expect([status, body.detail, body.errors[0].field, String(body.reason)]).toEqual([400, error, field, reason])
    await nobody()
  })

  it('with the email of somebody else, whose password stays as it is', async () => {
    const other = await shop.addStore()
    const { email } = await memberInBrowser(shop, { storeId: other.id, role: 'OWNER' })
    const { browser } = await withKey()
    const { status, body, headers } = await become(browser, newPerson({ email, password: 'another long secret' }))
    expect([status, body.error, headers['error-reason']]).toEqual([
      ...[400, 'There is a person with this email already. Log in as them, then add this store.', 'ALREADY_EXISTS'],
    ])
    expect(headers).not.toHaveProperty('set-cookie')
    expect((await logInAs(browserOf(shop), email)).status).toBe(201)
    await nobody()
  })
})

it('is tried as often as a log-in', async () => {
  const limited = await openShop()
  try {
    const own = await limited.addStore()
    const { key } = await createOwnerKey(limited.services, own.id, 'till', null)
    limited.secrets.add(key)
    const browser = browserOf(limited, { ip: '203.0.113.9' })
    await browser.logIn(own.subdomain, key)
    const statuses: number[] = []
    for (let tries = 0; tries < 21; tries += 1) {
      statuses.push((await become(browser, newPerson({ password: 'short' }), {}, own)).status)
    }
    expect(statuses).toEqual([...Array(20).fill(400), 429])
  } finally {
    await limited.close()
  }
})
