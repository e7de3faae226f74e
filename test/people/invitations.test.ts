import { describe, expect, it } from 'vitest'
import { browserOf } from '../console/browser.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { accept, ask, asNew, invite, linkTo, lookUp, openInvitingShop, refusalIn } from './members.ts'
import { logInAs, memberInBrowser, ownerInBrowser } from './people.ts'

let now = Date.parse('2026-03-01T10:00:00Z')
const DAY = 86_400_000
const shop = await forAllTests(openInvitingShop({ clock: () => new Date(now) }))
const { store, browser: owner, email: ownersEmail, personId } = await ownerInBrowser(shop)
const { prisma } = shop.database
const ENDED = 'This invitation was used or ended, or is older than 7 days. Ask for a new one.'
const ended = [400, ENDED, 'INVITATION_ENDED']
const elsewhere = await ownerInBrowser(shop)

let number = 0
const newEmail = () => {
  number += 1
  return `ravi${number}@example.com`
}
const link = (email: string, more = {}) => linkTo(shop, owner, store.subdomain, { email, ...more })

describe('A copied link', () => {
  it('makes a new person, who is logged in, and not confirmed', async () => {
    const email = newEmail()
    const { made } = await invite(owner, store.subdomain, { email: ` ${email.toUpperCase()} `, role: 'ORDERS' })
    shop.secrets.add(made.token)
    expect(made).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      invitation: { id: expect.any(String), email, role: 'ORDERS', money: false, way: 'LINK', mayRevoke: true },
    })
    const browser = browserOf(shop)
    const seen = await lookUp(browser, made.token)
    const shown = { store: store.subdomain, business_name: store.businessName }
    expect([seen.status, seen.body]).toEqual([
      200,
      {
        ...{ email, store: shown, role: 'ORDERS', money: false, person: null, next: 'EITHER', refusal: null },
        expires_at: new Date(now + 7 * DAY).toISOString(),
      },
    ])
    const answer = await accept(browser, made.token, asNew)
    expect([answer.status, answer.body]).toEqual([
      201,
      { person: { id: expect.any(String), email, name: 'Ravi' }, store: shown },
    ])
    expect(String(answer.headers['set-cookie'])).toMatch(/^console-person=[\w-]{43}; .*HttpOnly; SameSite=Strict$/)
    expect(await ask(browser, store.subdomain, '{ viewer { name role scopes } }')).toEqual({
      viewer: { name: 'Ravi', role: 'ORDERS', scopes: ['ORDERS'] },
    })
    expect(await prisma.person.findFirst({ where: { email } })).toMatchObject({
      emailConfirmedAt: null,
      operator: false,
    })
    expect(refusalIn(await accept(browserOf(shop), made.token, asNew))).toEqual(ended)
    expect(refusalIn(await lookUp(browser, made.token))).toEqual(ended)
  })

  it('stores no token, and none is in a list', async () => {
    const token = await link(newEmail())
    const rows = await prisma.invitation.findMany()
    expect(JSON.stringify(rows)).not.toContain(token)
    const { body } = await owner.graphql(store.subdomain, '{ invitations { id email way invitedBy expiresAt } }')
    expect(JSON.stringify(body)).not.toContain(token)
    expect(body.data.invitations.at(-1)).toMatchObject({ way: 'LINK', invitedBy: 'person: Asha' })
  })

  it.each([
    [{}, 'Enter your name and choose a password.'],
    [{ name: 'Ravi' }, 'Enter your name and choose a password.'],
    [{ name: 'Ravi', password: 'short' }, 'Password must be at least 8 characters'],
    [{ name: 'Ra\nvi', password: asNew.password }, 'Name must be one line'],
  ])('needs a name and a good password: %j', async (body, message) => {
    const token = await link(newEmail())
    expect(refusalIn(await accept(browserOf(shop), token, body)).slice(0, 2)).toEqual([400, message])
    expect((await accept(browserOf(shop), token, asNew)).status).toBe(201)
  })

  it('takes neither the email nor the name of the shop as a password', async () => {
    const email = newEmail()
    const token = await link(email)
    for (const [password, what] of [
      [email, 'your email'],
      [store.businessName, 'the name of the shop'],
    ]) {
      const answer = await accept(browserOf(shop), token, { name: 'Ravi', password })
      expect(refusalIn(answer)).toEqual([400, `The password must not be ${what}.`, 'WEAK_PASSWORD'])
    }
  })

  it('says nothing of whether anybody has the email, and is no way into their account', async () => {
    const token = await link(elsewhere.email)
    expect((await lookUp(browserOf(shop), token)).body.next).toBe('EITHER')
    const stranger = browserOf(shop)
    expect(refusalIn(await accept(stranger, token, asNew))).toEqual([
      ...[401, 'There is a person with this email already. Log in as them, then accept.', 'WRONG_PERSON'],
    ])
    expect(stranger.cookies.size).toBe(0)
    await logInAs(stranger, elsewhere.email)
    expect((await lookUp(stranger, token)).body).toMatchObject({ next: 'ACCEPT', person: { email: elsewhere.email } })
    expect((await accept(stranger, token)).status).toBe(200)
    expect(await ask(stranger, store.subdomain, '{ viewer { role } }')).toEqual({ viewer: { role: 'ORDERS' } })
  })

  it('is refused to another person, and stays good for the one who is invited', async () => {
    const token = await link(newEmail())
    const other = await memberInBrowser(shop, { storeId: store.id, role: 'CATALOGUE' })
    const refused = 'This invitation is for somebody else. Log out, or open it in another browser.'
    expect((await lookUp(other.browser, token)).body).toMatchObject({ next: 'WRONG_PERSON', refusal: refused })
    expect(refusalIn(await accept(other.browser, token, asNew))).toEqual([403, refused, 'WRONG_PERSON'])
    expect((await accept(browserOf(shop), token, asNew)).status).toBe(201)
  })

  it('brings somebody with an unconfirmed address into one store alone', async () => {
    const email = newEmail()
    const browser = browserOf(shop)
    await accept(browser, await link(email), asNew)
    const second = await linkTo(shop, elsewhere.browser, elsewhere.store.subdomain, { email })
    const refused =
      'Your email address is not confirmed, so you work for one store alone. Ask for an invitation by mail.'
    expect((await lookUp(browser, second)).body).toMatchObject({ next: 'WRONG_PERSON', refusal: refused })
    expect(refusalIn(await accept(browser, second))).toEqual([403, refused, 'WRONG_PERSON'])
  })

  it('brings one of several who use it at once', async () => {
    const token = await link(newEmail())
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(browserOf(shop), token, asNew)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([400, 401]).toContain(answer.status)
      expect(answer.headers['error-reason']).toMatch(/^(INVITATION_ENDED|WRONG_PERSON)$/)
    }
  })

  it('ends after 7 days, when it is revoked, and when another is made', async () => {
    const email = newEmail()
    const [first, second] = [await link(email), await link(email)]
    expect(refusalIn(await accept(browserOf(shop), first, asNew))).toEqual(ended)
    now += 7 * DAY
    expect(refusalIn(await accept(browserOf(shop), second, asNew))).toEqual(ended)
    await logInAs(owner, ownersEmail)
    const { made } = await invite(owner, store.subdomain, { email })
    const revoke = `mutation { revokeInvitation(id: "${made.invitation.id}") }`
    expect(await ask(owner, store.subdomain, revoke)).toEqual({ revokeInvitation: true })
    expect(await ask(owner, store.subdomain, revoke)).toEqual(['Invitation not found', undefined])
    expect(refusalIn(await accept(browserOf(shop), made.token, asNew))).toEqual(ended)
    for (const guess of ['', 'x', made.token.slice(1), 'A'.repeat(43), ownersEmail]) {
      expect((await accept(browserOf(shop), guess, asNew)).status).toBe(400)
    }
  })

  it('ends with the role of who has made it', async () => {
    const manager = await memberInBrowser(shop, { storeId: store.id, role: 'MANAGER' })
    const email = newEmail()
    const token = await linkTo(shop, manager.browser, store.subdomain, { email, role: 'MANAGER' })
    expect((await lookUp(browserOf(shop), token)).status).toBe(200)
    const change = `mutation { changeMember(id: "${manager.person.id}", role: ORDERS) { role } }`
    expect(await ask(owner, store.subdomain, change)).toEqual({ changeMember: { role: 'ORDERS' } })
    expect(refusalIn(await lookUp(browserOf(shop), token))).toEqual(ended)
    expect(refusalIn(await accept(browserOf(shop), token, asNew))).toEqual(ended)
    const { invitations } = (await ask(owner, store.subdomain, '{ invitations { email } }')) as any
    expect(invitations.map((one: any) => one.email)).not.toContain(email)
  })

  it('ends with the store, and with it the roles', async () => {
    const { deleteStore } = await import('../../src/commerce/stores/delete-store.ts')
    const gone = await ownerInBrowser(shop)
    const token = await linkTo(shop, gone.browser, gone.store.subdomain, { email: newEmail() })
    await deleteStore({ services: shop.services, store: gone.store })
    expect(refusalIn(await accept(browserOf(shop), token, asNew))).toEqual(ended)
    const ofStore = gone.store.id
    expect([
      await prisma.invitation.count({ where: { ofStore } }),
      await prisma.membership.count({ where: { ofStore } }),
    ]).toEqual([0, 0])
  })

  it('is for nobody who works for the store already', async () => {
    const { error } = await invite(owner, store.subdomain, { email: ownersEmail })
    expect([error.message, error.extensions.reason]).toEqual([
      ...[`${ownersEmail} works for this store already. Change their role instead.`, 'ALREADY_EXISTS'],
    ])
    const again = await invite(owner, store.subdomain, { email: 'no address' })
    expect(again.error.message).toBe('Email must be an email address')
  })
})

it('History says who has invited whom, and who has come', async () => {
  const email = newEmail()
  const browser = browserOf(shop)
  const { body } = await accept(browser, await link(email, { money: true }), asNew)
  const query = `{ changes(first: 2) { nodes { actor action detail subject { kind id name } } } }`
  const [came, invited] = ((await ask(owner, store.subdomain, query)) as any).changes.nodes
  expect([came, invited]).toEqual([
    {
      ...{ actor: 'person: Ravi', action: 'CREATED', detail: 'ORDERS, money' },
      subject: { kind: 'MEMBER', id: body.person.id, name: 'Ravi' },
    },
    {
      ...{ actor: 'person: Asha', action: 'CREATED', detail: 'ORDERS, money' },
      subject: { kind: 'INVITATION', id: expect.any(String), name: email },
    },
  ])
  expect(personId).not.toBe(body.person.id)
})

it('other pages, and programs, may not look up or accept', async () => {
  const token = await link(newEmail())
  for (const headers of [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, {}]) {
    const browser = browserOf(shop, { headers: headers as Record<string, string> })
    for (const answer of [await lookUp(browser, token), await accept(browser, token, asNew)]) {
      expect([answer.status, answer.headers['error-reason']]).toEqual([403, 'FOREIGN_SITE'])
    }
  }
  expect((await browserOf(shop).get('/api/console/invitations/accept')).status).toBe(405)
})
