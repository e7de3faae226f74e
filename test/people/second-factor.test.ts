import { afterAll, describe, expect, it } from 'vitest'
import { resealFactors } from '../../src/commerce/people/second-factor/reseal-factors.ts'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'
import { totpCode } from '../../src/platform/secrets/totp.ts'
import { type Browser, browserOf } from '../console/browser.ts'
import { SECRETS } from '../support/shop.ts'
import { MINUTE, openMailingService } from './mailing.ts'
import { logInAs, memberInBrowser, ownerInBrowser, PASSWORD } from './people.ts'

const service = await openMailingService()
const { shop, pass, deliver } = service
afterAll(service.close)
const { store } = await ownerInBrowser(shop)
const { prisma } = shop.database

const ask = (browser: Browser, query: string) => browser.send('POST', '/api/console/graphql', { query })
const codeNow = (secret: string, aside = 0) =>
  totpCode(secret, Math.floor(shop.services.clock().getTime() / 30_000) + aside)
const send = (challenge: unknown, code: unknown, browser = browserOf(shop)) =>
  browser.send('POST', '/api/console/sessions/second-factor', { challenge, code })

async function challengeOf(email: string, browser = browserOf(shop)): Promise<string> {
  const { status, body, headers } = await logInAs(browser, email)
  expect([status, body]).toEqual([200, { second_factor: true, challenge: expect.any(String) }])
  expect(headers).not.toHaveProperty('set-cookie')
  shop.secrets.add(body.challenge)
  return body.challenge
}

/** Somebody whose log-ins ask for a code; the one of now was used. */
async function withApp() {
  const member = await memberInBrowser(shop, { storeId: store.id, role: 'OWNER' })
  const { secret, uri } = (await ask(member.browser, 'mutation { startTotp { secret uri } }')).body.data.startTotp
  shop.secrets.add(secret)
  const { body } = await ask(member.browser, `mutation { confirmTotp(code: "${codeNow(secret)}") }`)
  const codes: string[] = body.data.confirmTotp
  for (const code of codes) shop.secrets.add(code)
  await deliver()
  pass(MINUTE)
  return { ...member, secret: secret as string, uri: uri as string, codes }
}

const wrong = {
  status: 400,
  body: { error: 'This code is wrong, or was used already. Enter the one that the app shows now.' },
}
const over = { status: 401, body: { error: 'This log-in has ended. Enter your email and password again.' } }

describe('An app', () => {
  it('is asked for once it has shown a code; this browser has a new session, all others none', async () => {
    const { browser, email, person } = await memberInBrowser(shop, { storeId: store.id, role: 'OWNER' })
    const other = browserOf(shop)
    await logInAs(other, email)
    const started = (await ask(browser, 'mutation { startTotp { secret uri } }')).body.data.startTotp
    shop.secrets.add(started.secret)
    expect(started.uri).toBe(
      `otpauth://totp/Console%20shops.example.com:${encodeURIComponent(email)}?issuer=Console%20shops.example.com&secret=${started.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await logInAs(browserOf(shop), email)).status).toBe(201)
    expect((await ask(browser, 'mutation { confirmTotp(code: "12") }')).body.errors).toMatchObject([
      { message: wrong.body.error, extensions: { reason: 'WRONG_CODE' } },
    ])
    const before = browser.cookies.get('console-person')
    const { body } = await ask(browser, `mutation { confirmTotp(code: "${codeNow(started.secret)}") }`)
    for (const code of body.data.confirmTotp) shop.secrets.add(code)
    expect(new Set(body.data.confirmTotp).size).toBe(10)
    expect(browser.cookies.get('console-person')).not.toBe(before)
    expect((await other.sessions()).body.person).toBeNull()
    expect((await ask(browser, '{ me { totp { recoveryCodesLeft } } }')).body.data.me.totp).toEqual({
      recoveryCodesLeft: 10,
    })
    expect((await ask(browser, 'mutation { startTotp { secret } }')).body.errors).toMatchObject([
      { extensions: { code: 'CONFLICT', reason: 'ALREADY_EXISTS' } },
    ])
    const row = JSON.stringify(await prisma.secondFactor.findUnique({ where: { personId: person.id } }))
    for (const secret of [started.secret, ...body.data.confirmTotp]) expect(row).not.toContain(secret)
    expect((await deliver()).map(({ text }) => text)).toEqual([expect.stringContaining('ask for a code')])
  })

  it('lets in with the code of now, the one before and the next', async () => {
    for (const aside of [0, -1, 1]) {
      const { email, secret } = await withApp()
      const browser = browserOf(shop)
      const answer = await send(await challengeOf(email), codeNow(secret, aside), browser)
      expect([answer.status, answer.body.person.email]).toEqual([201, email])
      expect((await browser.sessions()).body.person.email).toBe(email)
    }
    const { email, secret } = await withApp()
    for (const aside of [-2, 2])
      expect(await send(await challengeOf(email), codeNow(secret, aside))).toMatchObject(wrong)
  })

  it('lets in once with each code: not again, not with the one before, and not twice at once', async () => {
    const { email, secret } = await withApp()
    const challenges = [await challengeOf(email), await challengeOf(email), await challengeOf(email)]
    const answers = await Promise.all(challenges.slice(0, 2).map((challenge) => send(challenge, codeNow(secret))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(await send(challenges[2], codeNow(secret))).toMatchObject(wrong)
    expect(await send(challenges[2], codeNow(secret, -1))).toMatchObject(wrong)
    expect((await send(challenges[2], codeNow(secret, 1))).status).toBe(201)
  })

  it('is replaced by a recovery code, each once, also twice at once', async () => {
    const { email, codes } = await withApp()
    const [first = '', second = ''] = codes
    const challenges = await Promise.all([challengeOf(email), challengeOf(email)])
    const answers = await Promise.all(challenges.map((challenge) => send(challenge, first.toLowerCase())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect((await send(await challengeOf(email), second)).status).toBe(201)
    expect(await send(await challengeOf(email), second)).toMatchObject(wrong)
  })

  it('is switched off with a code, and not with the password alone', async () => {
    const { browser, email, codes } = await withApp()
    const removed = await ask(browser, 'mutation { removeTotp(code: "123456") }')
    expect(removed.body.errors).toMatchObject([{ extensions: { reason: 'WRONG_CODE' } }])
    await challengeOf(email)
    expect((await ask(browser, `mutation { removeTotp(code: "${codes[3]}") }`)).body.data).toEqual({ removeTotp: true })
    expect((await logInAs(browserOf(shop), email)).status).toBe(201)
    expect((await deliver()).map(({ text }) => text)).toEqual([expect.stringContaining('password alone')])
    pass(16 * MINUTE)
    expect((await ask(browser, 'mutation { startTotp { secret } }')).body.errors).toMatchObject([
      { extensions: { reason: 'CONFIRM_AGAIN' } },
    ])
  })

  it('stays over a new password', async () => {
    const { browser, email } = await withApp()
    const NEW = 'another long secret'
    await ask(browser, `mutation { changePassword(current: "${PASSWORD}", password: "${NEW}") { id } }`)
    expect((await logInAs(browserOf(shop), email, NEW)).body).toMatchObject({ second_factor: true })
  })
})

describe('Whoever knows the password alone', () => {
  it('has 5 codes in one log-in, and 10 minutes', async () => {
    const { email, secret } = await withApp()
    const challenge = await challengeOf(email)
    for (let tries = 0; tries < 5; tries += 1) expect(await send(challenge, '000000')).toMatchObject(wrong)
    expect(await send(challenge, codeNow(secret))).toMatchObject(over)
    const late = await challengeOf(email)
    pass(10 * MINUTE)
    expect(await send(late, codeNow(secret))).toMatchObject(over)
    expect(await send('x', '1')).toMatchObject(over)
  })

  it('has 20 in 15 minutes, in all log-ins together, also at once', async () => {
    const { email, secret } = await withApp()
    const challenges = await Promise.all(Array.from({ length: 5 }, () => challengeOf(email)))
    const answers = await Promise.all(
      challenges.flatMap((challenge) => Array.from({ length: 5 }, () => send(challenge, '000000'))),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(20)
    const limited = await send(await challengeOf(email), codeNow(secret))
    expect([limited.status, limited.body]).toEqual([429, { error: 'Too many wrong codes. Wait 15 minutes.' }])
    pass(15 * MINUTE)
    expect((await send(await challengeOf(email), codeNow(secret))).status).toBe(201)
  })

  it('has no session before the code, and a challenge is good for nothing else', async () => {
    const { email } = await withApp()
    const browser = browserOf(shop)
    const challenge = await challengeOf(email, browser)
    expect((await browser.sessions()).body.person).toBeNull()
    browser.cookies.set('console-person', challenge)
    expect((await ask(browser, '{ me { id } }')).status).toBe(401)
    const token = { token: challenge, password: 'another long secret' }
    expect((await browser.send('POST', '/api/console/passwords', token)).status).toBe(400)
  })

  it('ends the session that this browser had: a stranger cannot have planted it', async () => {
    const { email, codes } = await withApp()
    const victim = browserOf(shop)
    const planted = await withApp()
    victim.cookies.set('console-person', planted.browser.cookies.get('console-person') ?? '')
    expect((await send(await challengeOf(email, victim), codes[5], victim)).status).toBe(201)
    expect((await planted.browser.sessions()).body.person).toBeNull()
  })

  it('is refused from another site', async () => {
    const foreign = browserOf(shop, { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } })
    expect((await send('x', '1', foreign)).headers['error-reason']).toBe('FOREIGN_SITE')
  })
})

describe('After a restore with other SECRETS', () => {
  it('the app is not off: a recovery code lets in, and codes of the app say why they do not', async () => {
    const { email, secret, person, codes } = await withApp()
    const other = createSeal(['another-secret-that-nobody-has-any-more-0123'])
    await prisma.secondFactor.update({
      where: { personId: person.id },
      data: { secretSealed: other.seal(person.id, secret) },
    })
    const challenge = await challengeOf(email)
    const answer = await send(challenge, codeNow(secret))
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('second-factor-off EMAIL')])
    expect((await send(challenge, codes[0])).status).toBe(201)
  })

  it('with a newer secret beside it, it is sealed with that one at the start', async () => {
    const { person, secret } = await withApp()
    const seal = createSeal(['a-newer-secret-beside-the-one-of-before-0123', ...SECRETS])
    const find = () => prisma.secondFactor.findUniqueOrThrow({ where: { personId: person.id } })
    await resealFactors({ ...shop.services, seal })
    const { secretSealed } = await find()
    expect([seal.isCurrent(secretSealed), seal.open(person.id, secretSealed)]).toEqual([true, secret])
  })
})
