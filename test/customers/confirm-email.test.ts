import { beforeEach, describe, expect, it } from 'vitest'
import { CODE_MAILS_A_DAY } from '../../src/commerce/customers/mails/code-mail-days.ts'
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
  PUBLIC_URL,
} from '../support/code-mails.ts'
import { forAllTests } from '../support/for-all-tests.ts'

const mailing = await forAllTests(openMailingShop())
beforeEach(async () => {
  await mailing.deliver()
})

describe.each(interfaces)('an email address over %s', (by) => {
  const client = clientOf(mailing.shop, mailing.store.subdomain, by)

  it('is mailed a code at sign-up, and confirmed by it once', async () => {
    const { email, isConfirmed } = await asha(client)
    const received = await mailing.deliver()
    expect(received.map(({ to }) => to)).toEqual([[email]])
    const [mail] = received
    expect(mail?.text).toContain(`${PUBLIC_URL}/account/${mailing.store.subdomain}/confirm-email?code=`)
    expect(mail?.html).toContain(mailing.codeIn(mail))
    // Whoever signs up chooses the name, and the address may be a stranger's.
    expect(`${mail?.headers.join()}${mail?.text}${mail?.html}`).not.toContain('Asha ')
    expect(await isConfirmed()).toBe(false)
    const written = mailing.codeIn(mail).toLowerCase().replaceAll('-', ' ')
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => client.confirmEmail(written)))
    expect(tally(outcomes)).toEqual({ ok: 1, [`400 ${notGood.error}`]: 4 })
    expect(await isConfirmed()).toBe(true)
  })

  it('is confirmed anew when it changes, and what was mailed to the one before is void', async () => {
    const { phone, email, token, isConfirmed } = await knownAsha(mailing, client)
    const code = await forgotten(mailing, client, phone)
    const other = newAddress()
    expect(await dataOf(client.updateMe({ email: other }, { token }))).toMatchObject({
      customer: { email: other, email_confirmed: false },
    })
    expect(await client.resetPassword({ code, password: 'second-password' })).toEqual(notGood)
    const received = await mailing.deliver()
    expect(received.flatMap(({ to }) => to).toSorted()).toEqual([email, other].toSorted())
    const notice = received.find(({ to }) => to.includes(email))
    expect(notice?.text).toContain('was changed')
    expect(notice?.text).not.toContain(other)
    expect(await client.confirmEmail(mailing.codeIn(received.find(({ to }) => to.includes(other))))).toEqual(done)
    expect(await isConfirmed()).toBe(true)
  })

  it('is not confirmed by a code that was mailed to another, nor by one that has run out', async () => {
    const { token, isConfirmed } = await asha(client)
    const [first] = await mailing.deliver()
    await client.updateMe({ email: newAddress() }, { token })
    const [second] = await mailing.deliver()
    expect(await client.confirmEmail(mailing.codeIn(first))).toEqual(notGood)
    mailing.pass(24 * 60 * MINUTE)
    expect(await client.confirmEmail(mailing.codeIn(second))).toEqual(notGood)
    expect(await isConfirmed()).toBe(false)
  })

  it('is mailed another code when it is given once more, until it is confirmed', async () => {
    const { email, token, isConfirmed } = await asha(client)
    const [first] = await mailing.deliver()
    await client.updateMe({ email }, { token })
    const [second] = await mailing.deliver()
    expect(await client.confirmEmail(mailing.codeIn(first))).toEqual(notGood)
    expect(await client.confirmEmail(mailing.codeIn(second))).toEqual(done)
    await client.updateMe({ email }, { token })
    expect(await mailing.deliver()).toEqual([])
    expect(await isConfirmed()).toBe(true)
  })

  it('gets three codes a day, whoever gives it', async () => {
    const email = newAddress()
    await Promise.all(Array.from({ length: 5 }, () => asha(client, email.toUpperCase())))
    expect(await mailing.deliver()).toHaveLength(CODE_MAILS_A_DAY)
    const { token } = await asha(client)
    await mailing.deliver()
    for (let change = 0; change < 4; change += 1) await client.updateMe({ email: newAddress() }, { token })
    // One was mailed at sign-up.
    expect(await mailing.deliver()).toHaveLength(CODE_MAILS_A_DAY - 1)
  })

  it('reports the one before of three changes a day, also when it is changed to and fro', async () => {
    const { email, token } = await knownAsha(mailing, client)
    // Codes that strangers have sent there do not use up what tells of a change.
    await Promise.all(Array.from({ length: 3 }, () => asha(client, email)))
    await mailing.deliver()
    const other = newAddress()
    for (let change = 0; change < 5; change += 1) {
      for (const address of [other, email]) await client.updateMe({ email: address }, { token })
    }
    const reported = (await mailing.deliver()).filter(({ text }) => text.includes('was changed'))
    expect(reported.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => [email]))
  })

  it('is confirmed by nobody when an import brings it', async () => {
    const { phone, isConfirmed } = await knownAsha(mailing, client)
    const { subdomain } = mailing.store
    const customers = [{ name: 'Asha', phone, email: newAddress() }]
    await mailing.shop.addStore({ store: { subdomain, businessName: 'Tea' }, customers })
    expect(await isConfirmed()).toBe(false)
    await client.forgotPassword(phone)
    expect(await mailing.deliver()).toEqual([])
  })

  it('is not written to when there is none', async () => {
    await asha(client, null)
    expect(await mailing.deliver()).toEqual([])
  })

  it('brings its holder what was left under it, once it is confirmed', async () => {
    const { email, token } = await knownAsha(mailing, client)
    await dataOf(client.submitLead({ email, message: 'Do you ship to Goa?' }))
    await dataOf(client.subscribe({ email }))
    expect(await dataOf(client.myData({ token }))).toMatchObject({
      accounts: [{ email, confirmed_email: email }],
      newsletter: [{ email }],
      leads: [{ message: 'Do you ship to Goa?' }],
    })
  })
})
