import { describe, expect, it } from 'vitest'
import { newSetUpCode } from '../../src/commerce/people/set-up-code.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { browserOf } from '../console/browser.ts'
import { lock, untilWaiting } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { newSetUp, openAgain, PASSWORD, postSetUp } from './people.ts'

let now = new Date('2026-05-01T12:00:00Z')
const shop = await forAllTests(openShop({ clock: () => now, policies: { read: unlimited } }))
const { prisma } = shop.database
const demo = await shop.addStore({ store: { subdomain: 'demo' } })
const DONE = 'This installation is set up already.'
const WRONG = 'This code is wrong or has ended. "storefront set-up-code" prints a new one.'

describe('With the printed code', () => {
  it('a person, their store in the terms of its country, and memberships are made; they are logged in', async () => {
    const browser = browserOf(shop)
    const sent = await newSetUp(shop, { email: ' Asha@Example.com ', shop: { country: 'JP' } })
    const { status, body, headers } = await postSetUp(browser, {
      ...sent,
      code: ` ${String(sent.code).toLowerCase().replaceAll('-', ' ')}`,
    })
    const { name, subdomain } = sent.shop
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        person: { id: expect.any(String), email: 'asha@example.com', name: 'Asha' },
        expires_at: '2026-05-02T00:00:00.000Z',
        store: { store: subdomain, business_name: name, currency: 'JPY', time_zone: 'Asia/Tokyo', country: 'JP' },
      },
    })
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(String(headers['set-cookie'])).toMatch(
      /^console-person=[\w-]{43}; Path=\/; Expires=Fri, 08 May 2026 12:00:00 GMT; HttpOnly; SameSite=Strict$/,
    )
    const store = await prisma.store.findUniqueOrThrow({ where: { subdomain } })
    expect(store).toMatchObject({ taxRateMicro: 0, taxInclusive: false, active: true, ownerEmail: 'asha@example.com' })
    const person = await prisma.person.findUniqueOrThrow({ where: { email: 'asha@example.com' } })
    expect(person).toMatchObject({
      operator: true,
      emailConfirmedAt: null,
      passwordHash: expect.stringMatching(/^\$2/),
    })
    const memberships = await prisma.membership.findMany({ where: { personId: person.id } })
    expect(memberships.map(({ ofStore, role }) => [ofStore, role]).toSorted()).toEqual(
      [
        [store.id, 'OWNER'],
        [demo.id, 'OWNER'],
      ].toSorted(),
    )

    const sessions = (await browser.sessions()).body
    expect(sessions.person).toMatchObject({ email: 'asha@example.com' })
    expect(sessions.sessions.map((session: any) => [session.store, session.key, session.viewer.role])).toEqual([
      ['demo', null, 'OWNER'],
      [subdomain, null, 'OWNER'],
    ])
    const { changes, viewer } = (
      await browser.graphql(
        subdomain,
        '{ viewer { kind name role } changes { nodes { actor action subject { kind } } } }',
      )
    ).body.data
    expect(viewer).toEqual({ kind: 'PERSON', name: 'Asha', role: 'OWNER' })
    expect(changes.nodes).toEqual([{ actor: 'person: Asha', action: 'CREATED', subject: { kind: 'SETTINGS' } }])
  })

  it('over https the cookie is for this host alone', async () => {
    await openAgain(shop)
    const { headers } = await postSetUp(browserOf(shop, { secure: true }), await newSetUp(shop))
    expect(String(headers['set-cookie'])).toMatch(/^__Host-console-person=.*; HttpOnly; SameSite=Strict; Secure$/)
  })

  it('the name of the person is what the email begins with, if none is given', async () => {
    await openAgain(shop)
    const { name: _, ...sent } = await newSetUp(shop)
    const { body } = await postSetUp(browserOf(shop), sent)
    expect(body.person.name).toBe(String(sent.email).split('@')[0])
  })

  it('a country with several time zones takes one of them', async () => {
    await openAgain(shop)
    const sent = await newSetUp(shop, { shop: { country: 'ES', time_zone: 'Atlantic/Canary' } })
    expect((await postSetUp(browserOf(shop), sent)).body.store).toMatchObject({
      currency: 'EUR',
      time_zone: 'Atlantic/Canary',
    })
  })

  it('nothing is left of a set-up that fails', async () => {
    await openAgain(shop)
    const persons = await prisma.person.count()
    const sent = await newSetUp(shop, { shop: { subdomain: 'taken-already' } })
    await shop.addStore({ store: { subdomain: 'taken-already' } })
    const { status, body } = await postSetUp(browserOf(shop), sent)
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'The short name "taken-already" is taken. Choose another.',
    })
    expect(await prisma.person.count()).toBe(persons)
    const again = { ...sent, shop: { ...sent.shop, subdomain: 'free-still' } }
    expect((await postSetUp(browserOf(shop), again)).status).toBe(201)
  })
})

describe('What cannot be', () => {
  const MISSING = 'Enter the code, your email, a password, and name, short name and country of the shop.'
  const SHORT = 'Short name must be 3 to 40 small letters, digits and hyphens, with a letter or digit at both ends'
  it.each<[string, Parameters<typeof newSetUp>[1], string, string]>([
    ['no email', { email: ' ' }, MISSING, 'email'],
    ['no shop', { shop: undefined }, MISSING, 'shop'],
    ['no email address', { email: 'asha' }, 'Email must be an email address', 'email'],
    ['a short password', { password: 'seven77' }, 'Password must be at least 8 characters', 'password'],
    ['a long password', { password: 'ä'.repeat(37) }, 'Password must be at most 72 bytes long', 'password'],
    [
      'a common password',
      { password: 'Football1' },
      'This password is one of the 10,000 most common. Choose another.',
      'password',
    ],
    [
      'the email as password',
      { email: 'asha@example.com', password: 'ASHA@example.com' },
      'The password must not be your email.',
      'password',
    ],
    [
      'the shop as password',
      { password: 'green LEAVES', shop: { name: 'Green Leaves' } },
      'The password must not be the name of the shop.',
      'password',
    ],
    ['two lines', { name: 'Asha\nRao' }, 'Name must be one line', 'name'],
    ['no name of the shop', { shop: { name: ' ' } }, 'Name of the shop is required', 'shop.name'],
    ['a short name', { shop: { subdomain: 'ab' } }, SHORT, 'shop.subdomain'],
    ['a long name', { shop: { subdomain: 'a'.repeat(41) } }, SHORT, 'shop.subdomain'],
    ['capitals', { shop: { subdomain: 'Leaf' } }, SHORT, 'shop.subdomain'],
    [
      'a reserved name',
      { shop: { subdomain: 'demo' } },
      'The short name "demo" is reserved. Choose another.',
      'shop.subdomain',
    ],
    ['no country', { shop: { country: 'ZZ' } }, 'Country must be one of ISO 3166-1, such as IN', 'shop.country'],
    [
      'no time zone',
      { shop: { country: 'ES' } },
      "Time zone must be one of the country's: Europe/Madrid, Africa/Ceuta, Atlantic/Canary",
      'shop.time_zone',
    ],
    [
      'another time zone',
      { shop: { country: 'IN', time_zone: 'Asia/Tokyo' } },
      "Time zone must be one of the country's: Asia/Kolkata",
      'shop.time_zone',
    ],
  ])('%s', async (_, changes, error, field) => {
    await openAgain(shop)
    const sent = await newSetUp(shop, changes)
    const body = changes && 'shop' in changes && changes.shop === undefined ? { ...sent, shop: undefined } : sent
    const problem = { accept: 'application/problem+json' }
    const answer = await browserOf(shop).send('POST', '/api/console/set-up', body, problem)
    expect([answer.status, answer.body.detail, answer.body.errors[0].field]).toEqual([400, error, field])
    const isWeak = field === 'password'
    expect(answer.body.reason).toBe(isWeak ? 'WEAK_PASSWORD' : undefined)
  })

  it('a body that is no object', async () => {
    for (const body of [null, [], 'x', 1, { shop: [] }, { code: {}, email: [], password: 1, shop: 'x' }]) {
      expect((await postSetUp(browserOf(shop), body)).status).toBe(400)
    }
  })
})

describe('Whoever has no code', () => {
  it('learns nothing of what else they sent, and is refused after 10 tries in an hour', async () => {
    await openAgain(shop)
    const sent = await newSetUp(shop, { password: 'password', shop: { subdomain: 'taken-already' } })
    const guess = { ...sent, code: '00000-00000-00000-00000' }
    for (let tries = 0; tries < 10; tries += 1) {
      const { status, body, headers } = await postSetUp(browserOf(shop), guess)
      expect([status, body.error, headers['error-reason']]).toEqual([400, WRONG, 'WRONG_CODE'])
    }
    const { status, body, headers } = await postSetUp(browserOf(shop), { ...sent, password: PASSWORD })
    expect([status, body.error]).toEqual([
      429,
      'Too many wrong codes. Wait an hour, or print a new one with "storefront set-up-code".',
    ])
    expect(headers['retry-after']).toBe('3600')
    now = new Date(now.getTime() + 3_600_001)
    expect((await postSetUp(browserOf(shop), guess)).status).toBe(400)
  })

  it('gets no more than 10 tries by sending many at once', async () => {
    await openAgain(shop)
    const sent = await newSetUp(shop, { code: 'x' })
    const answers = await Promise.all(Array.from({ length: 25 }, () => postSetUp(browserOf(shop), sent)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('has none after 24 hours, nor by an earlier code', async () => {
    await openAgain(shop)
    const sent = await newSetUp(shop)
    const newer = await newSetUpCode(shop.services)
    expect((await postSetUp(browserOf(shop), sent)).body.error).toBe(WRONG)
    now = new Date(now.getTime() + 24 * 3_600_000)
    expect((await postSetUp(browserOf(shop), { ...sent, code: newer })).body.error).toBe(WRONG)
  })
})

describe('An installation that is set up', () => {
  it('is not set up again, with whatever code, and makes none', async () => {
    await openAgain(shop)
    const sent = await newSetUp(shop)
    expect((await postSetUp(browserOf(shop), sent)).status).toBe(201)
    const { status, body, headers } = await postSetUp(browserOf(shop), await newSetUp(shop, { code: sent.code }))
    expect([status, body, headers['error-reason']]).toEqual([409, { error: DONE }, 'SET_UP_DONE'])
    expect(await newSetUpCode(shop.services)).toBeNull()
  })

  it('was set up by one of several who tried at once', async () => {
    await openAgain(shop)
    const code = await newSetUpCode(shop.services)
    const stores = await prisma.store.count()
    const bodies = await Promise.all(Array.from({ length: 6 }, () => newSetUp(shop)))
    const last = (await newSetUpCode(shop.services)) ?? code
    const answers = await Promise.all(bodies.map((sent) => postSetUp(browserOf(shop), { ...sent, code: last })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await prisma.store.count()).toBe(stores + 1)
  })

  it('is done while somebody else’s code is being counted', needs(noServer), async () => {
    await openAgain(shop)
    const sent = await newSetUp(shop)
    const done = Prisma.sql`UPDATE installation SET set_up_at = ${now}, set_up_code_hash = NULL RETURNING 1 AS done`
    const release = await lock(prisma, done)
    const sending = postSetUp(browserOf(shop), sent)
    await untilWaiting(prisma, 1)
    await release()
    const { status, body } = await sending
    expect([status, body]).toEqual([409, { error: DONE }])
  })
})
