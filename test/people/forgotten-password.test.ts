import { afterAll, describe, expect, it } from 'vitest'
import { newPersonCode } from '../../src/commerce/people/person-codes.ts'
import { browserOf } from '../console/browser.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { MINUTE, openMailingService, PUBLIC_URL } from './mailing.ts'
import { logInAs, memberInBrowser, ownerInBrowser, PASSWORD } from './people.ts'

const service = await openMailingService()
const { shop, pass, deliver, codeIn } = service
afterAll(service.close)
const { store } = await ownerInBrowser(shop)
const { prisma } = shop.database

const NEW = 'another long secret'
const newMember = () => memberInBrowser(shop, { storeId: store.id, role: 'OWNER' })

const ask = (email: unknown, browser = browserOf(shop)) =>
  browser.send('POST', '/api/console/password-links', { email })
const choose = (token: unknown, password: unknown = NEW, browser = browserOf(shop)) =>
  browser.send('POST', '/api/console/passwords', { token, password })

async function forgotten(email: string): Promise<string> {
  // What the tests before have left.
  await deliver()
  await ask(email)
  const [mail] = await deliver()
  return codeIn(mail)
}

const ended = {
  status: 400,
  body: { error: 'This link or code was used, replaced, or is too old. Ask for a new one.' },
}

describe('Whoever has forgotten the password', () => {
  it('gets a link by mail, chooses a new one once, and is logged out everywhere', async () => {
    const { browser, email, person } = await newMember()
    expect(await ask(email.toUpperCase())).toMatchObject({ status: 202, body: {} })
    const [mail, ...others] = await deliver()
    expect([mail?.to, others]).toEqual([[email], []])
    const code = codeIn(mail)
    expect(mail?.text).toContain(`${PUBLIC_URL}/console/new-password#${code}`)
    expect(mail?.html).toContain(`href="${PUBLIC_URL}/console/new-password#${code}"`)
    expect(mail?.text).not.toContain(person.name)

    expect((await browser.sessions()).body.person.email).toBe(email)
    expect(await choose(code)).toMatchObject({ status: 204 })
    expect((await browser.sessions()).body.person).toBeNull()
    expect((await logInAs(browserOf(shop), email)).status).toBe(401)
    expect((await logInAs(browserOf(shop), email, NEW)).status).toBe(201)
    expect(await choose(code)).toMatchObject(ended)

    const [told] = await deliver()
    expect([told?.to, told?.text]).toEqual([[email], expect.stringContaining('was changed')])
  })

  it('has confirmed the address with it', async () => {
    const { email, person } = await newMember()
    expect(person.emailConfirmedAt).toBeNull()
    await choose(await forgotten(email))
    const { emailConfirmedAt } = await prisma.person.findUniqueOrThrow({ where: { id: person.id } })
    expect(emailConfirmedAt).toEqual(shop.services.clock())
  })

  it('may type what is in the mail, in any case and with O for 0', async () => {
    const { email } = await newMember()
    const code = await forgotten(email)
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`
    expect((await choose(typed)).status).toBe(204)
  })

  it('has an hour for it, and the newest mail counts', async () => {
    const { email } = await newMember()
    const first = await forgotten(email)
    const second = await forgotten(email)
    expect(await choose(first)).toMatchObject(ended)
    pass(60 * MINUTE)
    expect(await choose(second)).toMatchObject(ended)
    const third = await forgotten(email)
    pass(60 * MINUTE - 1)
    expect((await choose(third)).status).toBe(204)
  })

  it('keeps the link over a password that is refused', async () => {
    const { email } = await newMember()
    const code = await forgotten(email)
    for (const [password, error] of [
      ['short', 'Password must be at least 8 characters'],
      [email.toUpperCase(), 'The password must not be your email.'],
      [store.businessName, 'The password must not be the name of a shop of yours.'],
    ]) {
      const answer = await choose(code, password)
      expect(answer).toMatchObject({ status: 400, body: { error } })
      expect(answer.headers['error-reason']).toBe('WEAK_PASSWORD')
    }
    expect((await choose(code)).status).toBe(204)
  })

  it('uses it once of several times at once', async () => {
    const { email } = await newMember()
    const code = await forgotten(email)
    const answers = await Promise.all(['one more secret', 'two more secrets'].map((password) => choose(code, password)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400])
  })

  it('may log in again after too many wrong passwords', async () => {
    const { email } = await newMember()
    for (let tries = 0; tries < 100; tries += 1) await logInAs(browserOf(shop), email, 'wrong wrong')
    expect((await logInAs(browserOf(shop), email)).body).toEqual({
      error: 'Too many wrong passwords for this email. It needs a new password first.',
    })
    await choose(await forgotten(email))
    expect((await logInAs(browserOf(shop), email, NEW)).status).toBe(201)
  })

  it('finds the link ended once the password was changed in another way', async () => {
    const { browser, email } = await newMember()
    const code = await forgotten(email)
    await browser.send('POST', '/api/console/graphql', {
      query: `mutation { changePassword(current: "${PASSWORD}", password: "${NEW}") { id } }`,
    })
    expect((await deliver()).map(({ text }) => text)).toEqual([expect.stringContaining('was changed')])
    expect(await choose(code, 'two more secrets')).toMatchObject(ended)
  })

  it('is told what is missing', async () => {
    expect(await choose('', '')).toMatchObject({ status: 400, body: { error: 'Enter the code and a new password.' } })
    expect(await ask('')).toMatchObject({ status: 400, body: { error: 'Enter your email.' } })
    expect(await ask('asha')).toMatchObject({ status: 400, body: { error: 'Email must be an email address' } })
  })
})

describe('Whoever has forgotten the password of an address that is theirs no more', () => {
  it('finds the link ended', async () => {
    const { email, person } = await newMember()
    const code = await forgotten(email)
    await prisma.person.update({ where: { id: person.id }, data: { email: `new-${email}` } })
    expect(await choose(code)).toMatchObject(ended)
  })
})

describe('A stranger', () => {
  it('gets one answer for known and unknown emails, after the same statements', async () => {
    const { email } = await newMember()
    const asked = async (address: string) => {
      shop.statements()
      const { status, body, headers } = await ask(address)
      const statements = shop.statements().map((sql) => sql.replaceAll(/\d+/g, 'N'))
      return { status, body, length: headers['content-length'], statements }
    }
    const known = await asked(email)
    expect(await asked(`un${email}`)).toEqual(known)
    expect(known).toMatchObject({ status: 202, body: {} })
    expect(await deliver()).toHaveLength(1)
  })

  it('guesses no code, and uses none of another kind', async () => {
    const { person, email } = await newMember()
    expect(await choose(`${'0000-'.repeat(12)}0000`)).toMatchObject(ended)
    const now = shop.services.clock()
    const { code } = await newPersonCode(prisma, { personId: person.id, purpose: 'UNDO_EMAIL', email, now })
    shop.secrets.add(code)
    expect(await choose(code)).toMatchObject(ended)
  })

  it('is refused from another site', async () => {
    const foreign = browserOf(shop, { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } })
    expect((await ask('asha@example.com', foreign)).headers['error-reason']).toBe('FOREIGN_SITE')
    expect((await choose('x', NEW, foreign)).headers['error-reason']).toBe('FOREIGN_SITE')
  })

  it('is not logged in by somebody else’s link: it sets no cookie', async () => {
    const { email } = await newMember()
    const { headers } = await choose(await forgotten(email))
    expect(headers).not.toHaveProperty('set-cookie')
  })
})

describe('without PUBLIC_URL and with limits', async () => {
  const plain = await openMailingService({
    publicUrl: undefined as never,
    limitsOff: false,
    policies: { read: unlimited },
  })
  afterAll(plain.close)
  const owner = await ownerInBrowser(plain.shop)

  it('the mail has the code, and no address that the request could have chosen', async () => {
    await ask(owner.email, browserOf(plain.shop))
    const [mail] = await plain.deliver()
    expect(mail?.text).not.toContain('http')
    expect(mail?.text).toContain('/console/new-password')
    expect((await choose(plain.codeIn(mail), NEW, browserOf(plain.shop))).status).toBe(204)
    await plain.deliver()
  })

  it('5 mails an hour go to one person, whoever asks', async () => {
    for (let asked = 0; asked < 8; asked += 1) await ask(owner.email, browserOf(plain.shop))
    // One was sent above.
    expect(await plain.deliver()).toHaveLength(4)
  })

  it('20 requests a minute come from one address', async () => {
    const browser = browserOf(plain.shop, { ip: '203.0.113.90' })
    for (let asked = 0; asked < 10; asked += 1) await ask(`a${asked}@example.com`, browser)
    for (let asked = 0; asked < 10; asked += 1) await choose(`${asked}`, NEW, browser)
    expect([(await ask('b@example.com', browser)).status, (await choose('1', NEW, browser)).status]).toEqual([429, 429])
  })
})

it('without a mail server the answer is the same, and the page can say so', async () => {
  const silent = await forAllTests(openShop())
  const { email } = await ownerInBrowser(silent)
  expect(await ask(email, browserOf(silent))).toMatchObject({ status: 202, body: {} })
  expect((await browserOf(silent).sessions()).body.sends_mails).toBe(false)
  expect((await browserOf(shop).sessions()).body.sends_mails).toBe(true)
})
