import { beforeEach, describe, expect, it } from 'vitest'
import { CODE_MAILS_A_DAY } from '../../src/commerce/customers/mails/code-mail-days.ts'
import { newCode } from '../../src/platform/secrets/typed-code.ts'
import { dataOf, tally } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import {
  asha,
  done,
  forgotten,
  knownAsha,
  MINUTE,
  newAddress,
  notGood,
  openMailingShop,
  PASSWORD,
  PUBLIC_URL,
} from '../support/code-mails.ts'
import { everyRow } from '../support/every-row.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { newPhone } from '../support/phones.ts'

const mailing = await forAllTests(openMailingShop())
beforeEach(async () => {
  await mailing.deliver()
})

describe.each(interfaces)('a forgotten password over %s', (by) => {
  const client = clientOf(mailing.shop, mailing.store.subdomain, by)
  const logsInWith = async (phone: string, password: string) => 'data' in (await client.logIn({ phone, password }))
  const reset = (code: string, password = 'second-password') => client.resetPassword({ code, password })

  it('is set anew by the link that was mailed, which ends all tokens', async () => {
    const { phone, token, email } = await knownAsha(mailing, client)
    await dataOf(client.changePassword({ oldPassword: PASSWORD, newPassword: 'another' }, { token }))
    expect(await client.forgotPassword(` +${phone} `)).toEqual(done)
    const [mail] = await mailing.deliver()
    expect(mail?.to).toEqual([email])
    expect(mail?.text).toContain(`${PUBLIC_URL}/account/${mailing.store.subdomain}/reset-password?code=`)
    expect(await reset(mailing.codeIn(mail))).toEqual(done)
    expect(await client.me({ token })).toMatchObject({ status: 401 })
    expect(await logsInWith(phone, 'another')).toBe(false)
    expect(await logsInWith(phone, 'second-password')).toBe(true)
  })

  it('is answered alike, with the same work, whether or not there is such a customer', async () => {
    const { phone } = await knownAsha(mailing, client)
    const unconfirmed = await asha(client)
    const without = await asha(client, null)
    await mailing.deliver()
    const ask = async (phone: string) => {
      mailing.shop.statements()
      const answer = await client.forgotPassword(phone)
      return { answer, statements: mailing.shop.statements() }
    }
    const first = await ask(phone)
    expect(first.answer).toEqual(done)
    expect(first.statements.length).toBeGreaterThan(0)
    for (const other of [unconfirmed.phone, without.phone, newPhone()]) expect(await ask(other)).toEqual(first)
    expect(await mailing.deliver()).toHaveLength(1)
  })

  it('is set once by a code that is used by many at once', async () => {
    const { phone } = await knownAsha(mailing, client)
    const code = await forgotten(mailing, client, phone)
    const wanted = Array.from({ length: 6 }, (_, at) => `password-${at}`)
    const outcomes = await Promise.all(wanted.map((password) => reset(code, password)))
    expect(tally(outcomes)).toEqual({ ok: 1, [`400 ${notGood.error}`]: 5 })
    const logIns = await Promise.all(wanted.map((password) => logsInWith(phone, password)))
    expect(logIns).toEqual(outcomes.map((outcome) => 'data' in outcome))
  })

  it('is not set by an older code, one of another store, one that has run out, or after a change', async () => {
    const { phone, token } = await knownAsha(mailing, client)
    const older = await forgotten(mailing, client, phone)
    const newer = await forgotten(mailing, client, phone)
    const elsewhere = clientOf(mailing.shop, (await mailing.shop.addStore()).subdomain, by)
    expect(await reset(older)).toEqual(notGood)
    expect(await elsewhere.resetPassword({ code: newer, password: 'second-password' })).toEqual(notGood)
    expect(await client.confirmEmail(newer)).toEqual(notGood)
    await dataOf(client.changePassword({ oldPassword: PASSWORD, newPassword: 'another' }, { token }))
    expect(await reset(newer)).toEqual(notGood)
    const last = await forgotten(mailing, client, phone)
    mailing.pass(30 * MINUTE)
    expect(await reset(last)).toEqual(notGood)
    expect(await reset(newCode())).toEqual(notGood)
    expect(await logsInWith(phone, 'another')).toBe(true)
  })

  it('keeps its code when the new password is refused', async () => {
    const { phone } = await knownAsha(mailing, client)
    const code = await forgotten(mailing, client, phone)
    expect(await reset(code, '12345')).toEqual({ status: 400, error: 'Password must be 6+ characters' })
    expect(await client.resetPassword({ code: '', password: 'x' })).toEqual({
      status: 400,
      error: 'Code and password required',
    })
    expect(await reset(code)).toEqual(done)
  })

  it('is mailed three times a day, of ten that are asked for at once', async () => {
    const { phone } = await knownAsha(mailing, client)
    const ask = async (times: number) => {
      await Promise.all(Array.from({ length: times }, () => client.forgotPassword(phone)))
      return (await mailing.deliver()).length
    }
    expect(await ask(10)).toBe(CODE_MAILS_A_DAY)
    expect(await ask(2)).toBe(0)
    mailing.pass(24 * 60 * MINUTE)
    expect(await ask(4)).toBe(CODE_MAILS_A_DAY)
  })

  it('does not count a mail that the server did not take', async () => {
    const { phone } = await knownAsha(mailing, client)
    mailing.shop.services.mailer = { isSetUp: true, send: async () => Promise.reject(new Error('No mailbox')) }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await client.forgotPassword(phone)
      await expect(mailing.deliver()).rejects.toThrow('No mailbox')
    }
    mailing.shop.services.mailer = mailing.mailer
    const code = await forgotten(mailing, client, phone)
    expect(await reset(code)).toEqual(done)
  })

  it('is kept as a hash, and a mail has no header that a store’s name has made', async () => {
    const { phone } = await knownAsha(mailing, client)
    await client.forgotPassword(phone)
    const [mail] = await mailing.deliver()
    const code = mailing.codeIn(mail)
    expect(mail?.headers.filter((header) => /^bcc:/i.test(header))).toEqual([])
    expect(mail?.headers.find((header) => /^subject:/i.test(header))).toContain('Tea Bcc: spy@example.com')
    const rows = JSON.stringify(await everyRow(mailing.shop)).toLowerCase()
    for (const form of [code, code.replaceAll('-', '')]) expect(rows).not.toContain(form.toLowerCase())
  })

  it('leaves no code, no count and no job of a customer who is deleted', async () => {
    const { phone, email, token } = await knownAsha(mailing, client)
    await forgotten(mailing, client, phone)
    await client.forgotPassword(phone)
    await client.updateMe({ email: newAddress() }, { token })
    expect(await client.deleteMe(PASSWORD, { token })).toEqual(done)
    const rows = (await everyRow(mailing.shop))
      .map(({ text }) => text)
      .filter((text) => /account-mail|code_mail|custom/.test(text))
    expect(rows.filter((text) => text.includes(phone) || text.includes(email))).toEqual([])
    expect(await mailing.deliver()).toEqual([])
  })
})
