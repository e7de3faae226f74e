import { afterAll, describe, expect, it } from 'vitest'
import { type Browser, browserOf } from '../console/browser.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { MINUTE, openMailingService, PUBLIC_URL } from './mailing.ts'
import { logInAs, memberInBrowser, ownerInBrowser } from './people.ts'

const DAY = 24 * 60 * MINUTE
const service = await openMailingService()
const { shop, pass, deliver, codeIn } = service
afterAll(service.close)
const { store } = await ownerInBrowser(shop)
const { prisma } = shop.database

let number = 0
const newAddress = () => {
  number += 1
  return `new${number}@example.net`
}

const send = (browser: Browser, query: string, variables: object) =>
  browser.send('POST', '/api/console/graphql', { query, variables })
const request = (browser: Browser, email: string) =>
  send(browser, 'mutation ($email: String!) { requestEmailChange(email: $email) }', { email })
const confirm = (browser: Browser, code: string) =>
  send(browser, 'mutation ($code: String!) { confirmEmailChange(code: $code) }', { code })
const undo = (token: string, browser = browserOf(shop)) => browser.send('POST', '/api/console/email-undo', { token })

/** Somebody whose address is confirmed. */
async function newMember(emailConfirmedAt: Date | null = shop.services.clock()) {
  const member = await memberInBrowser(shop, { storeId: store.id, role: 'MANAGER' })
  await prisma.person.update({ where: { id: member.person.id }, data: { emailConfirmedAt } })
  return member
}

/** Up to the last mail. */
async function changed(member: Awaited<ReturnType<typeof newMember>>, email = newAddress()) {
  await request(member.browser, email)
  const [toOld] = await deliver()
  await confirm(member.browser, codeIn(toOld))
  const [toNew] = await deliver()
  expect((await confirm(member.browser, codeIn(toNew))).body).toEqual({ data: { confirmEmailChange: true } })
  const [told] = await deliver()
  return { email, told }
}

const ended = [{ message: 'This link or code was used, replaced, or is too old. Ask for a new one.' }]

describe('A change of email', () => {
  it('is agreed to at the address until now, then confirmed at the new one', async () => {
    const { browser, email, person } = await newMember()
    const other = browserOf(shop)
    await logInAs(other, email)
    const wanted = newAddress()
    expect((await request(browser, wanted.toUpperCase())).body).toEqual({ data: { requestEmailChange: true } })
    const [toOld, ...more] = await deliver()
    expect([toOld?.to, more]).toEqual([[email], []])
    expect(toOld?.text).toContain(`${PUBLIC_URL}/console/email#`)
    expect((await confirm(browser, codeIn(toOld))).body).toEqual({ data: { confirmEmailChange: false } })
    expect((await logInAs(browserOf(shop), email)).status).toBe(201)

    const [toNew] = await deliver()
    expect([toNew?.to, toNew?.text.includes(email)]).toEqual([[wanted], false])
    const before = browser.cookies.get('console-person')
    expect((await confirm(browser, codeIn(toNew))).body).toEqual({ data: { confirmEmailChange: true } })
    expect(browser.cookies.get('console-person')).not.toBe(before)
    expect((await browser.sessions()).body.person.email).toBe(wanted)
    expect((await other.sessions()).body.person).toBeNull()
    expect((await logInAs(browserOf(shop), email)).status).toBe(401)
    expect((await logInAs(browserOf(shop), wanted)).status).toBe(201)
    expect(await prisma.person.findUnique({ where: { id: person.id } })).toMatchObject({
      emailConfirmedAt: shop.services.clock(),
    })
    const [told] = await deliver()
    expect([told?.to, told?.text.includes(wanted)]).toEqual([[email], false])
  })

  it('does not ask an address that was never confirmed, which may be a stranger’s, nor lets it undo', async () => {
    const { browser } = await newMember(null)
    const wanted = newAddress()
    await request(browser, wanted)
    const [toNew, ...more] = await deliver()
    expect([toNew?.to, more]).toEqual([[wanted], []])
    await confirm(browser, codeIn(toNew))
    expect(await deliver()).toEqual([])
  })

  it('is not made by the code to the old address alone, nor twice, nor by somebody else, nor after an hour', async () => {
    const { browser } = await newMember()
    const stranger = await newMember()
    await request(browser, newAddress())
    const code = codeIn((await deliver())[0])
    expect((await confirm(stranger.browser, code)).body.errors).toMatchObject(ended)
    await confirm(browser, code)
    expect((await confirm(browser, code)).body.errors).toMatchObject(ended)
    const last = codeIn((await deliver())[0])
    expect((await confirm(stranger.browser, last)).body.errors).toMatchObject(ended)
    pass(60 * MINUTE)
    expect((await confirm(browser, last)).body.errors).toMatchObject(ended)
  })

  it('ends with a new password', async () => {
    const { browser, email } = await newMember()
    await request(browser, newAddress())
    const code = codeIn((await deliver())[0])
    await browserOf(shop).send('POST', '/api/console/password-links', { email })
    const token = codeIn((await deliver())[0])
    await browserOf(shop).send('POST', '/api/console/passwords', { token, password: 'another long secret' })
    await deliver()
    await logInAs(browser, email, 'another long secret')
    expect((await confirm(browser, code)).body.errors).toMatchObject(ended)
  })

  it('says the same whether anybody has the address; that one is told by mail', async () => {
    const { browser } = await newMember(null)
    const taken = await newMember()
    const asked = async (email: string) => {
      shop.statements()
      const { status, body } = await request(browser, email)
      return { status, body, statements: shop.statements().map((sql) => sql.replaceAll(/\d+/g, 'N')) }
    }
    const free = await asked(newAddress())
    await deliver()
    expect(await asked(taken.email)).toEqual(free)
    const [mail] = await deliver()
    expect([mail?.to, mail?.text.includes('Nothing has changed.')]).toEqual([[taken.email], true])
    expect(mail?.text).not.toContain('#')
  })

  it('takes an address from somebody who has never confirmed it', async () => {
    const squatter = await newMember(null)
    const { browser } = await newMember(null)
    await request(browser, squatter.email)
    await confirm(browser, codeIn((await deliver())[0]))
    expect((await browser.sessions()).body.person.email).toBe(squatter.email)
    expect((await prisma.person.findUniqueOrThrow({ where: { id: squatter.person.id } })).email).toMatch(/\.invalid$/)
  })

  it('of two at once to one address is made once', async () => {
    const members = [await newMember(null), await newMember(null)]
    const wanted = newAddress()
    const codes: string[] = []
    for (const { browser } of members) {
      await request(browser, wanted)
      codes.push(codeIn((await deliver())[0]))
    }
    const answers = await Promise.all(members.map(({ browser }, at) => confirm(browser, codes[at] ?? '')))
    expect(answers.filter(({ body }) => body.data?.confirmEmailChange === true)).toHaveLength(1)
    expect(await prisma.person.count({ where: { email: wanted } })).toBe(1)
  })

  it('asks for the password again, and for another address', async () => {
    const { browser, email } = await newMember()
    expect((await request(browser, email)).body.errors).toMatchObject([{ message: 'This is your email already.' }])
    expect((await request(browser, 'asha')).body.errors).toMatchObject([{ message: 'Email must be an email address' }])
    pass(16 * MINUTE)
    expect((await request(browser, newAddress())).body.errors).toMatchObject([
      { extensions: { reason: 'CONFIRM_AGAIN' } },
    ])
  })
})

describe('The address of before', () => {
  it('takes it back for 7 days, without a log-in: everybody is logged out, and a new password is mailed there', async () => {
    const member = await newMember()
    const { email, told } = await changed(member)
    expect(told?.text).toContain(`${PUBLIC_URL}/console/email-undo#`)
    pass(7 * DAY - 1)
    expect((await undo(codeIn(told))).status).toBe(204)
    expect((await member.browser.sessions()).body.person).toBeNull()
    expect((await logInAs(browserOf(shop), email)).status).toBe(401)
    expect((await logInAs(browserOf(shop), member.email)).status).toBe(201)
    const [mail] = await deliver()
    expect([mail?.to, mail?.text.includes('/console/new-password#')]).toEqual([[member.email], true])
    expect((await undo(codeIn(told))).status).toBe(400)
  })

  it('does not after that', async () => {
    const { told } = await changed(await newMember())
    pass(7 * DAY)
    expect((await undo(codeIn(told))).status).toBe(400)
  })

  it('does so over several changes, and over those of whoever made them', async () => {
    const member = await newMember()
    const first = await changed(member)
    pass(MINUTE)
    const second = await changed(member)
    expect((await undo(codeIn(first.told))).status).toBe(204)
    expect((await undo(codeIn(second.told))).status).toBe(400)
    expect((await logInAs(browserOf(shop), member.email)).status).toBe(201)
  })

  it('is refused from another site, and for a code of another kind', async () => {
    const { browser } = await newMember()
    await request(browser, newAddress())
    expect((await undo(codeIn((await deliver())[0]))).status).toBe(400)
    const foreign = browserOf(shop, { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } })
    expect((await undo('x', foreign)).headers['error-reason']).toBe('FOREIGN_SITE')
  })
})

it('without a mail server nothing can be confirmed, and the answer says what helps', async () => {
  const silent = await forAllTests(openShop())
  const { browser } = await ownerInBrowser(silent)
  expect((await request(browser, newAddress())).body.errors).toMatchObject([
    {
      message: 'This console sends no mails. Whoever runs the server changes it: "storefront person email OLD NEW".',
      extensions: { code: 'CONFLICT', reason: 'NO_MAIL_SERVER' },
    },
  ])
})
