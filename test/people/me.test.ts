import { describe, expect, it } from 'vitest'
import { type Browser, browserOf } from '../console/browser.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { logInAs, memberInBrowser, ownerInBrowser, PASSWORD } from './people.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))
const { store } = await ownerInBrowser(shop)
const { prisma } = shop.database
const NEW = 'another long secret'

const ask = (browser: Browser, query: string, variables: object = {}) =>
  browser.send('POST', '/api/console/graphql', { query, variables })

const change = (browser: Browser, current: string, password: string) =>
  ask(
    browser,
    'mutation ($current: String!, $password: String!) { changePassword(current: $current, password: $password) { email } }',
    { current, password },
  )

const newMember = () => memberInBrowser(shop, { storeId: store.id, role: 'MANAGER', money: true })

describe('A person', () => {
  it('sees themselves, their stores and their sessions', async () => {
    const { browser, person } = await newMember()
    const { body } = await ask(
      browser,
      '{ me { id email name emailConfirmed memberships { store { subdomain businessName } role money } sessions { browser address isCurrent } } again: me { id } }',
    )
    expect(body).toEqual({
      data: {
        me: {
          ...{ id: person.id, email: person.email, name: person.name, emailConfirmed: false },
          memberships: [
            { store: { subdomain: store.subdomain, businessName: store.businessName }, role: 'MANAGER', money: true },
          ],
          sessions: [{ browser: 'lightMyRequest', address: expect.stringMatching(/^[\d.]+$/), isCurrent: true }],
        },
        again: { id: person.id },
      },
    })
  })

  it('ends one of their sessions, or all others, and nobody else’s', async () => {
    const { browser, email } = await newMember()
    const others = [browserOf(shop), browserOf(shop), browserOf(shop)]
    for (const other of others) await logInAs(other, email)
    const ids = async (of: Browser): Promise<any[]> =>
      (await ask(of, '{ me { sessions { id isCurrent } } }')).body.data.me.sessions
    const stranger = await newMember()
    const [strange] = await ids(stranger.browser)
    const end = async (id: string) => (await ask(browser, `mutation { endSession(id: "${id}") }`)).body.data.endSession
    expect([await end(strange.id), await end('x'), (await ids(stranger.browser)).length]).toEqual([false, false, 1])
    const [one] = (await ids(browser)).filter(({ isCurrent }) => !isCurrent)
    expect([await end(one.id), await end(one.id), (await ids(browser)).length]).toEqual([true, false, 3])
    expect((await ask(browser, 'mutation { endOtherSessions }')).body.data).toEqual({ endOtherSessions: 2 })
    expect(await ids(browser)).toHaveLength(1)
    for (const other of others) expect((await ask(other, '{ me { id } }')).status).toBe(401)
  })

  it('changes the password: this browser has a new session, all others have none', async () => {
    const { browser, email } = await newMember()
    const other = browserOf(shop)
    await logInAs(other, email)
    const before = browser.cookies.get('console-person')
    const answer = await change(browser, PASSWORD, NEW)
    expect(answer.body).toEqual({ data: { changePassword: { email } } })
    expect(String(answer.headers['set-cookie'])).toMatch(/^console-person=[\w-]{43}; .*HttpOnly; SameSite=Strict$/)
    expect(browser.cookies.get('console-person')).not.toBe(before)
    expect((await ask(browser, '{ me { sessions { isCurrent } } }')).body.data.me.sessions).toEqual([
      { isCurrent: true },
    ])
    expect((await ask(other, '{ me { id } }')).status).toBe(401)
    expect((await logInAs(browserOf(shop), email)).status).toBe(401)
    expect((await logInAs(browserOf(shop), email, NEW)).status).toBe(201)
  })

  it.each([
    [NEW, NEW, 'This is not your current password.', 'current', 'WRONG_PASSWORD'],
    [PASSWORD, 'short', 'Password must be at least 8 characters', 'password', 'WEAK_PASSWORD'],
    [
      PASSWORD,
      'iloveyou2',
      'This password is one of the 10,000 most common. Choose another.',
      'password',
      'WEAK_PASSWORD',
    ],
    [
      PASSWORD,
      store.businessName.toUpperCase(),
      'The password must not be the name of a shop of yours.',
      'password',
      'WEAK_PASSWORD',
    ],
  ])('keeps it otherwise: %s, %s', async (current, password, message, field, reason) => {
    const { browser, email } = await newMember()
    const { body, headers } = await change(browser, current, password)
    expect(body.errors).toMatchObject([
      { message, extensions: { code: 'BAD_USER_INPUT', reason, errors: [{ field, message }] } },
    ])
    expect(headers).not.toHaveProperty('set-cookie')
    expect((await logInAs(browserOf(shop), email)).status).toBe(201)
  })

  it('changes it once of several times at once', async () => {
    const { browser, person } = await newMember()
    const cookie = `console-person=${browser.cookies.get('console-person')}`
    const answers = await Promise.all(
      ['one more secret', 'two more secrets'].map((password) => {
        const same = browserOf(shop)
        same.cookies.set('console-person', cookie.split('=')[1] ?? '')
        return change(same, PASSWORD, password)
      }),
    )
    const changed = answers.filter(({ body }) => body.data?.changePassword)
    expect(changed).toHaveLength(1)
    expect(await prisma.personSession.count({ where: { personId: person.id } })).toBe(1)
  })
})

describe('Whoever has stolen a session', () => {
  it('guesses the password no more often than at the log-in', async () => {
    const { browser, email } = await newMember()
    const thief = browserOf(shop, { ip: '203.0.113.77' })
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    for (let tries = 0; tries < 10; tries += 1) await change(thief, 'wrong wrong', NEW)
    const { body } = await change(thief, PASSWORD, NEW)
    expect(body.errors).toMatchObject([
      { message: 'Too many wrong passwords. Wait 15 minutes.', extensions: { code: 'RATE_LIMITED' } },
    ])
    expect((await logInAs(browserOf(shop), email)).status).toBe(201)
  })
})

it('without a session there is nothing', async () => {
  const { status, body } = await ask(browserOf(shop), '{ me { id } }')
  expect([status, body.errors[0].message]).toEqual([401, 'Your session has ended. Log in again.'])
})
