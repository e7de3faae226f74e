import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { done, MINUTE, newAddress, notGood, openMailingShop, PASSWORD, PUBLIC_URL } from '../support/code-mails.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'

const mailing = await forAllTests(openMailingShop())
beforeEach(async () => {
  await mailing.deliver()
})

describe('the link', () => {
  const LINK = 'mutation ($id: ID!) { createPasswordLink(customerId: $id) { url code expiresAt } }'

  async function customerOf(of: Pick<Store, 'subdomain'>) {
    const phone = newPhone()
    const client = clientOf(mailing.shop, of.subdomain, 'REST')
    const { token } = await dataOf(client.signUp({ name: 'Asha', phone, password: PASSWORD, email: newAddress() }))
    const { customer } = await dataOf(client.me({ token }))
    return { phone, token: token as string, id: customer.id as string, client }
  }

  it('is made for the owner to hand over, in place of one that was mailed', async () => {
    const { phone, id, client, token } = await customerOf(mailing.store)
    const [mail] = await mailing.deliver()
    await dataOf(client.confirmEmail(mailing.codeIn(mail)))
    await client.forgotPassword(phone)
    const [mailed] = await mailing.deliver()
    const owner = await ownerOf(mailing.shop, mailing.store)
    const { createPasswordLink: link } = await owner.ask(LINK, { id })
    mailing.shop.secrets.add(link.code)
    expect(link).toEqual({
      url: `${PUBLIC_URL}/account/${mailing.store.subdomain}/reset-password?code=${link.code}`,
      code: expect.stringMatching(/^([\dA-Z]{5}-){3}[\dA-Z]{5}$/),
      expiresAt: new Date(mailing.now() + 30 * MINUTE).toISOString(),
    })
    expect(await client.resetPassword({ code: mailing.codeIn(mailed), password: 'second-password' })).toEqual(notGood)
    expect(await client.resetPassword({ code: link.code, password: 'second-password' })).toEqual(done)
    expect(await client.me({ token })).toMatchObject({ status: 401 })
    expect(await owner.refused(LINK, { id: crypto.randomUUID() })).toEqual({
      code: 'NOT_FOUND',
      message: 'Customer not found',
    })
  })

  it('stays good when somebody asks for a mail, or changes the address, and is void when the password changes', async () => {
    const { phone, id, client, token } = await customerOf(mailing.store)
    const [confirmation] = await mailing.deliver()
    await dataOf(client.confirmEmail(mailing.codeIn(confirmation)))
    const owner = await ownerOf(mailing.shop, mailing.store)
    const handOver = async (): Promise<string> => {
      const { createPasswordLink: link } = await owner.ask(LINK, { id })
      mailing.shop.secrets.add(link.code)
      return link.code
    }
    const mailed = async () => {
      await client.forgotPassword(phone)
      const [mail] = await mailing.deliver()
      return mailing.codeIn(mail)
    }
    const reset = (code: string) => client.resetPassword({ code, password: 'second-password' })
    const older = await handOver()
    const first = await handOver()
    const stranger = await mailed()
    expect(await reset(older)).toEqual(notGood)
    expect(await reset(first)).toEqual(done)
    expect(await reset(stranger)).toEqual(notGood)

    const unused = await handOver()
    expect(await reset(await mailed())).toEqual(done)
    expect(await reset(unused)).toEqual(notGood)

    const { token: again } = await dataOf(client.logIn({ phone, password: 'second-password' }))
    expect(await client.me({ token })).toMatchObject({ status: 401 })
    const kept = await handOver()
    await dataOf(client.updateMe({ email: newAddress() }, { token: again }))
    await mailing.deliver()
    const change = { oldPassword: 'second-password', newPassword: 'third-password' }
    expect(await reset(kept)).toEqual(done)
    const voided = await handOver()
    const { token: last } = await dataOf(client.logIn({ phone, password: 'second-password' }))
    await dataOf(client.changePassword(change, { token: last }))
    expect(await reset(voided)).toEqual(notGood)
  })

  it('leads to the store’s own site, where there is one', async () => {
    const own = await mailing.shop.addStore({ store: { storefrontUrl: 'https://tea.example.com/shop/' } })
    const { client } = await customerOf(own)
    const [mail] = await mailing.deliver()
    expect(mail?.text).toContain('https://tea.example.com/shop/confirm-email?code=')
    expect(await dataOf(client.store())).toMatchObject({ store: { storefront_url: 'https://tea.example.com/shop/' } })
    const owner = await ownerOf(mailing.shop, own)
    const set = 'mutation ($url: String) { updateStore(input: { storefrontUrl: $url }, version: 1) { storefrontUrl } }'
    for (const url of ['javascript:alert(1)', 'https://tea.example.com/?a', 'tea.example.com']) {
      expect((await owner.refused(set, { url })).code).toBe('BAD_USER_INPUT')
    }
    const odd = await owner.ask(set, { url: 'HTTPS://Tea.Example.com:443/a/../b' })
    expect(odd).toEqual({ updateStore: { storefrontUrl: 'https://tea.example.com/b' } })
    expect(await owner.ask(set.replace('version: 1', 'version: 2'), { url: null })).toEqual({
      updateStore: { storefrontUrl: null },
    })
  })

  it('is left out where nobody has said where this service is: what a request calls it is not believed', async () => {
    mailing.shop.services.publicUrl = null
    const { client, token } = await customerOf(mailing.store)
    for (const isChange of [false, true]) {
      if (isChange) await dataOf(client.updateMe({ email: newAddress() }, { token }))
      // After a change the address before is notified, too.
      const mail = (await mailing.deliver()).find(({ text }) => text.includes('confirm it'))
      expect(`${mail?.text}${mail?.html}`).not.toMatch(/https?:/)
      const code = /^([\dA-Z]{5}-){3}[\dA-Z]{5}$/m.exec(mail?.text ?? '')?.[0] ?? ''
      mailing.shop.secrets.add(code)
      expect(await client.confirmEmail(code)).toEqual(done)
      const me = await dataOf(client.me({ token }))
      expect(me.customer.email_confirmed ?? true).toBe(true)
    }
    mailing.shop.services.publicUrl = PUBLIC_URL
  })

  it('is not in the log where mails are logged', async () => {
    mailing.shop.services.mailer = createMailer({ smtp: null, logger: mailing.shop.services.logger })
    const { id } = await customerOf(mailing.store)
    await mailing.deliver()
    mailing.shop.services.mailer = mailing.mailer
    const logged = mailing.shop.secrets.lines.filter((line) => line.includes('An email was not sent'))
    expect(logged).toEqual([expect.stringContaining('"about":"an email address to confirm"')])
    expect(logged.join()).not.toMatch(/confirm-email|@/)
    expect(await mailing.shop.database.prisma.customerCode.count({ where: { customerId: id } })).toBe(1)
  })

  it('is mailed after the answer, by the job queue', async () => {
    const { jobs } = mailing.shop.services
    jobs.start(jobHandlers(mailing.shop.services))
    const { client } = await customerOf(mailing.store)
    await vi.waitFor(() => expect(mailing.received).toHaveLength(1), 60_000)
    await jobs.stop(1_000)
    expect(await client.confirmEmail(mailing.codeIn(mailing.received[0]))).toEqual(done)
  })
})
