import { describe, expect, it } from 'vitest'
import { type Browser, browserOf } from '../console/browser.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { memberInBrowser, ownerInBrowser, PASSWORD } from './people.ts'

const MINUTE = 60_000
let now = Date.parse('2026-03-01T10:00:00Z')
const shop = await forAllTests(
  openShop({ clock: () => new Date(now), policies: { read: unlimited, owner: unlimited } }),
)
const { store } = await ownerInBrowser(shop)
const { subdomain } = store
const { prisma } = shop.database

const MANAGER = { storeId: store.id, role: 'MANAGER', money: true } as const
const newMember = () => memberInBrowser(shop, MANAGER)

const createKey = (browser: Browser) =>
  browser.graphql(subdomain, 'mutation { createKey(name: "Program", scopes: [ORDERS]) { key ownerKey { id } } }')

const setPayments = (browser: Browser) =>
  browser.graphql(subdomain, 'mutation { setPayments(input: { provider: SANDBOX }) }')

const exportCustomers = (browser: Browser) => browser.get(`/api/console/sites/${subdomain}/export/customers.csv`)

const confirm = (browser: Browser, body: unknown = { password: PASSWORD }) =>
  browser.send('POST', '/api/console/sessions/confirmation', body)

const asks = [
  {
    message: 'Enter your password again to do this.',
    extensions: { code: 'FORBIDDEN', reason: 'CONFIRM_AGAIN' },
  },
]

const isConfirmed = async (browser: Browser) => (await browser.sessions()).body.person.confirmed

describe('What could harm most', () => {
  it('is done within 15 minutes of the log-in, and asks for the password after that', async () => {
    const { browser } = await newMember()
    expect(await isConfirmed(browser)).toBe(true)
    now += 15 * MINUTE - 1
    const created = await createKey(browser)
    shop.secrets.add(created.body.data.createKey.key)
    expect(created.body).toMatchObject({ data: { createKey: { key: expect.any(String) } } })
    expect((await exportCustomers(browser)).status).toBe(200)
    // The page asks a minute early: what it asks for then may take a moment.
    expect(await isConfirmed(browser)).toBe(false)
    now += 1
    const keys = await prisma.ownerKey.count({ where: { storeId: store.id } })
    const { body, status } = await createKey(browser)
    expect([status, body]).toMatchObject([200, { data: { createKey: null }, errors: asks }])
    expect((await setPayments(browser)).body).toMatchObject({ errors: asks })
    expect(await prisma.ownerKey.count({ where: { storeId: store.id } })).toBe(keys)
    const refused = await exportCustomers(browser)
    expect([refused.status, refused.body, refused.headers['error-reason']]).toEqual([
      403,
      { error: 'Enter your password again to do this.' },
      'CONFIRM_AGAIN',
    ])
  })

  it('is done again once the password was given, for 15 minutes, in this browser alone', async () => {
    const { browser, email } = await newMember()
    const other = browserOf(shop)
    await other.send('POST', '/api/console/sessions', { email, password: PASSWORD })
    now += 20 * MINUTE
    const before = browser.cookies.get('console-person')
    expect((await confirm(browser)).status).toBe(204)
    expect(browser.cookies.get('console-person')).toBe(before)
    expect(await isConfirmed(browser)).toBe(true)
    expect((await setPayments(browser)).body).toEqual({ data: { setPayments: true } })
    expect((await setPayments(other)).body).toMatchObject({ errors: asks })
    now += 15 * MINUTE
    expect((await setPayments(browser)).body).toMatchObject({ errors: asks })
  })

  it('says first what the role does not allow', async () => {
    const { browser } = await memberInBrowser(shop, { ...MANAGER, role: 'ORDERS', money: false })
    now += 20 * MINUTE
    expect((await createKey(browser)).body.errors).toMatchObject([{ extensions: { reason: 'MISSING_SCOPE' } }])
    expect((await exportCustomers(browser)).headers['error-reason']).toBe('MISSING_SCOPE')
  })

  it('is not asked for from a key, nor from a session of a key', async () => {
    const { key } = await ownerOf(shop, store)
    const browser = browserOf(shop)
    expect((await browser.logIn(subdomain, key)).status).toBe(201)
    now += 60 * MINUTE
    expect((await exportCustomers(browser)).status).toBe(200)
    expect((await setPayments(browser)).body).toEqual({ data: { setPayments: true } })
    const { headers, status } = await confirm(browser)
    expect([status, headers['error-reason']]).toEqual([401, 'SESSION_ENDED'])
  })

  it('counts a session from before as confirmed when it was opened', async () => {
    const { browser, person } = await newMember()
    await prisma.personSession.updateMany({
      where: { personId: person.id },
      data: { confirmedAt: null, createdAt: new Date(now - 16 * MINUTE) },
    })
    expect((await setPayments(browser)).body).toMatchObject({ errors: asks })
  })
})

describe('Whoever sits down at a browser that was left open', () => {
  it.each([
    [{}, 'Enter your password.', undefined],
    [{ password: 7 }, 'Password must be text', undefined],
    [{ password: 'wrong wrong' }, 'This is not your password.', 'WRONG_PASSWORD'],
  ])('gets no further with %j', async (body, error, reason) => {
    const { browser } = await newMember()
    now += 20 * MINUTE
    const answer = await confirm(browser, body)
    expect([answer.status, answer.body, answer.headers['error-reason']]).toEqual([400, { error }, reason])
    expect((await setPayments(browser)).body).toMatchObject({ errors: asks })
  })

  it('guesses the password no more often than at the log-in', async () => {
    const { browser } = await newMember()
    const thief = browserOf(shop, { ip: '203.0.113.78' })
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    now += 20 * MINUTE
    for (let tries = 0; tries < 10; tries += 1) await confirm(thief, { password: `wrong ${tries}` })
    const { status, body } = await confirm(thief)
    expect([status, body]).toEqual([429, { error: 'Too many wrong passwords. Wait 15 minutes.' }])
    expect((await setPayments(thief)).body).toMatchObject({ errors: asks })
  })

  it('is refused from another site, and without a session', async () => {
    const { browser } = await newMember()
    const foreign = browserOf(shop, { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } })
    for (const [name, value] of browser.cookies) foreign.cookies.set(name, value)
    const refused = await confirm(foreign)
    expect([refused.status, refused.headers['error-reason']]).toEqual([403, 'FOREIGN_SITE'])
    expect((await confirm(browserOf(shop))).status).toBe(401)
  })
})
