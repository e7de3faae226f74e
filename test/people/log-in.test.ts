import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { browserOf } from '../console/browser.ts'
import { ownAddress } from '../support/addresses.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { logInAs, memberInBrowser, ownerInBrowser, PASSWORD } from './people.ts'

let now = new Date('2026-05-01T12:00:00Z')
const HOUR = 3_600_000
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const shop = await forAllTests(
  openShop({ clock: () => now, policies: { read: unlimited, personLogin: { points: 200, seconds: 60 } } }),
)
const { prisma } = shop.database
const WRONG = [401, 'Invalid email or password', 'WRONG_LOGIN']
const outcome = ({ status, body, headers }: { status: number; body: any; headers: any }) => [
  status,
  body.error,
  headers['error-reason'],
]
const ENDED = { error: 'Your session has ended. Log in again.' }
const owner = await ownerInBrowser(shop)
const { store, email } = owner
const tokenOf = (browser: { cookies: Map<string, string> }) => browser.cookies.get('console-person') ?? ''

describe('A person', () => {
  it('logs in with email and password, in any spelling of the email', async () => {
    const browser = browserOf(shop)
    const { status, body } = await logInAs(browser, ` ${email.toUpperCase()} `)
    expect({ status, body }).toEqual({
      status: 201,
      body: { person: { id: owner.personId, email, name: 'Asha' }, expires_at: '2026-05-02T00:00:00.000Z' },
    })
    const session = {
      ...{ store: store.subdomain, business_name: store.businessName, currency: 'INR', time_zone: 'Asia/Kolkata' },
      ...{ country: 'IN', suspended: false, key: null, expires_at: '2026-05-02T00:00:00.000Z' },
      viewer: {
        ...{
          kind: 'person',
          id: owner.personId,
          name: 'Asha',
          role: 'OWNER',
          everything: true,
          reads: [],
          figures: true,
        },
        scopes: ['catalogue', 'orders', 'money', 'customers', 'marketing', 'settings', 'read', 'storefront'],
      },
    }
    expect((await browser.sessions()).body).toEqual({
      person: { id: owner.personId, email, name: 'Asha', expires_at: '2026-05-02T00:00:00.000Z', confirmed: true },
      set_up: true,
      sends_mails: false,
      sessions: [session],
    })
    expect((await browser.graphql(store.subdomain, '{ store { businessName } }')).body.data.store.businessName).toBe(
      store.businessName,
    )
  })

  it('types accents as one character or as two', async () => {
    const passwordHash = await shop.services.passwords.hash('cafés à Nîmes'.normalize('NFC'))
    await prisma.person.create({ data: { email: 'n@example.com', name: 'N', passwordHash, createdAt: now } })
    expect((await logInAs(browserOf(shop), 'n@example.com', 'cafés à Nîmes'.normalize('NFD'))).status).toBe(201)
  })

  it('has a new token after each log-in, which ends the one before in this browser', async () => {
    const browser = browserOf(shop)
    // Planted by somebody else.
    browser.cookies.set('console-person', 'a'.repeat(43))
    await logInAs(browser, email)
    const first = tokenOf(browser)
    expect(first).not.toBe('a'.repeat(43))
    await logInAs(browser, email)
    expect(tokenOf(browser)).not.toBe(first)
    const old = browserOf(shop)
    old.cookies.set('console-person', first)
    expect((await old.graphql(store.subdomain, '{ viewer { name } }')).body).toMatchObject({
      errors: [{ message: ENDED.error }],
    })
  })

  it('is not stored with what would let others in', async () => {
    const rows = JSON.stringify([await prisma.person.findMany(), await prisma.personSession.findMany()])
    for (const secret of [PASSWORD, tokenOf(owner.browser)]) expect(rows).not.toContain(secret)
  })

  it('is logged out after 12 hours without use, and after 7 days in any case', async () => {
    const browser = browserOf(shop)
    await logInAs(browser, email)
    const ask = async () => (await browser.graphql(store.subdomain, '{ viewer { name } }')).status
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      expect(await ask()).toBe(200)
      later(11 * HOUR)
    }
    expect(await ask()).toBe(200)
    later(11 * HOUR)
    expect(await ask()).toBe(401)
    await logInAs(browser, email)
    later(12 * HOUR + 1)
    expect(await ask()).toBe(401)
    expect((await browser.sessions()).body).toMatchObject({ person: null, sessions: [] })
  })

  it('logs out: here, or everywhere', async () => {
    const [here, there] = [browserOf(shop), browserOf(shop)]
    for (const browser of [here, there]) await logInAs(browser, email)
    const left = await here.send('DELETE', '/api/console/sessions')
    expect([left.status, here.cookies.size]).toEqual([204, 0])
    expect(outcome(await here.send('DELETE', '/api/console/sessions'))).toEqual([401, ENDED.error, 'SESSION_ENDED'])
    expect((await there.graphql(store.subdomain, '{ viewer { name } }')).status).toBe(200)
    await logInAs(here, email)
    expect((await here.send('DELETE', '/api/console/sessions?everywhere=true')).status).toBe(204)
    expect((await there.graphql(store.subdomain, '{ viewer { name } }')).status).toBe(401)
    // The path at a store does the same.
    for (const browser of [here, there]) await logInAs(browser, email)
    expect((await here.logOut(store.subdomain)).status).toBe(204)
    expect([here.cookies.size, (await there.sessions()).body.sessions.length]).toEqual([0, 1])
  })

  it('has at most 50 sessions: the oldest ends for one more', async () => {
    const { browser, email: of, person } = await memberInBrowser(shop, { storeId: store.id, role: 'ORDERS' })
    for (let index = 0; index < 50; index += 1) {
      later(1_000)
      await logInAs(browserOf(shop), of)
    }
    expect(await prisma.personSession.count({ where: { personId: person.id } })).toBe(50)
    expect((await browser.sessions()).body.person).toBeNull()
  })
})

describe('Whoever guesses', () => {
  it('gets one answer for an unknown email and for a wrong password, after one bcrypt each', async () => {
    const { passwords } = shop.services
    const verify = passwords.verify
    const checked: boolean[] = []
    passwords.verify = async (plain, hash) => {
      checked.push(hash === null)
      return verify(plain, hash)
    }
    const known = await logInAs(browserOf(shop), email, 'something else entirely')
    const unknown = await logInAs(browserOf(shop), 'nobody@example.com', 'something else entirely')
    passwords.verify = verify
    expect(outcome(known)).toEqual(WRONG)
    expect(outcome(unknown)).toEqual(WRONG)
    expect(unknown.body).toEqual(known.body)
    expect(Object.keys(unknown.headers).toSorted()).toEqual(Object.keys(known.headers).toSorted())
    expect(checked).toEqual([false, true])
  })

  it.each([
    [{ email: '', password: '' }, 'Enter your email and your password.'],
    [{ password: 'x' }, 'Enter your email and your password.'],
    [{ email: 'asha', password: 'x' }, 'Email must be an email address'],
    [{ email: ['a'], password: 1 }, 'Email must be text'],
    [{ store: 'x' }, 'Enter the name of the store and a key.'],
  ])('is told what is missing: %j', async (body, error) => {
    const answer = await browserOf(shop).send('POST', '/api/console/sessions', body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  it.each(['known', 'unknown'])('has 10 tries in 15 minutes for one email from one address: %s', async (kind) => {
    const of = kind === 'known' ? email : 'stranger@example.com'
    const ip = ownAddress()
    const browser = browserOf(shop, { ip })
    const right = PASSWORD
    for (let tries = 0; tries < 10; tries += 1)
      expect(outcome(await logInAs(browser, of, 'wrong wrong'))).toEqual(WRONG)
    const refused = await logInAs(browser, of, right)
    expect(outcome(refused)).toEqual([429, 'Too many wrong passwords. Wait 15 minutes.', undefined])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    if (kind === 'known') expect((await logInAs(browserOf(shop), of, right)).status).toBe(201)
  })

  it.each(['known', 'unknown'])('has 100 tries in a row for one email from everywhere: %s', async (kind) => {
    const known = kind === 'known' ? await memberInBrowser(shop, { storeId: store.id, role: 'CATALOGUE' }) : null
    const of = known?.email ?? 'other-stranger@example.com'
    for (let tries = 0; tries < 99; tries += 1) await logInAs(browserOf(shop), of, 'wrong wrong')
    const last = await Promise.all(Array.from({ length: 5 }, () => logInAs(browserOf(shop), of, 'wrong wrong')))
    expect(last.map(({ status }) => status).toSorted()).toEqual([401, 429, 429, 429, 429])
    expect(outcome(await logInAs(browserOf(shop), of))).toEqual([
      ...[429, 'Too many wrong passwords for this email. It needs a new password first.', undefined],
    ])
    // Who is logged in stays so.
    if (known) expect((await known.browser.sessions()).body.sessions).toHaveLength(1)
  })

  it('begins anew after a right password', async () => {
    const { email: of } = await memberInBrowser(shop, { storeId: store.id, role: 'CATALOGUE' })
    for (let tries = 0; tries < 60; tries += 1) await logInAs(browserOf(shop), of, 'wrong wrong')
    expect((await logInAs(browserOf(shop), of)).status).toBe(201)
    for (let tries = 0; tries < 60; tries += 1) await logInAs(browserOf(shop), of, 'wrong wrong')
    expect((await logInAs(browserOf(shop), of)).status).toBe(201)
  })
})

describe('Beside keys', () => {
  it('a browser may have both; a store that the person has a role in is theirs', async () => {
    const other = await shop.addStore()
    const browser = browserOf(shop)
    for (const of of [store, other]) {
      const { key } = await createOwnerKey(shop.services, of.id, 'Desk')
      shop.secrets.add(key)
      await browser.logIn(of.subdomain, key)
    }
    await logInAs(browser, email)
    const names = async () =>
      Object.fromEntries(
        (await browser.sessions()).body.sessions.map((found: any) => [
          found.store,
          [found.viewer.kind, found.key?.scopes],
        ]),
      )
    expect(await names()).toEqual({ [store.subdomain]: ['person', undefined], [other.subdomain]: ['key', []] })
    const viewer = async (of: string) => (await browser.graphql(of, '{ viewer { kind name } }')).body.data.viewer
    expect(await viewer(store.subdomain)).toEqual({ kind: 'PERSON', name: 'Asha' })
    expect(await viewer(other.subdomain)).toEqual({ kind: 'KEY', name: 'Desk' })
    await browser.send('DELETE', '/api/console/sessions')
    expect(await names()).toEqual({ [store.subdomain]: ['key', []], [other.subdomain]: ['key', []] })
  })
})

it('20 log-ins a minute come from one address, whoever they are for', async () => {
  const strict = await openShop({ policies: { read: unlimited } })
  try {
    const browser = browserOf(strict, { ip: ownAddress() })
    for (let tries = 0; tries < 20; tries += 1) await logInAs(browser, `p${tries}@example.com`)
    const refused = await logInAs(browser, 'p@example.com')
    expect([refused.status, refused.body.error]).toEqual([429, 'Too many attempts. Wait a minute.'])
  } finally {
    await strict.close()
  }
})
