import { describe, expect, it } from 'vitest'
import { sendAccountMail } from '../../src/commerce/customers/mails/send-account-mail.ts'
import { notifyOwner } from '../../src/commerce/leads/notify-owner.ts'
import { SANDBOX_MAILS } from '../../src/commerce/mails/sandbox-mails.ts'
import type { SandboxMail } from '../../src/generated/prisma/client.ts'
import { ownAddress } from '../support/addresses.ts'
import { buy, buyer, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { openOrderMailShop } from '../support/order-mails.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const ravi = { ...buyer, name: 'Ravi', email: 'ravi@example.com', phone: '9000000001' }

const mailing = await forAllTests(openOrderMailShop({ showsMails: true, limitsOff: false }))
const bundle = {
  store: { businessName: 'Tea & Co', payments: { provider: 'sandbox' } },
  products: [{ slug: 'tea', name: 'Tea <script>', price: 100 }],
}
const store = await mailing.shop.addStore(bundle)
const other = await mailing.shop.addStore(bundle)

async function purchase(): Promise<string> {
  const { shop } = mailing
  const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
  const { orderNo } = await buy(shop, clientOf(shop, store.subdomain, 'REST'), { items, buyer: ravi })
  await mailing.deliver(store)
  return orderNo
}
const look = (path: string, headers: Record<string, string> = {}) =>
  mailing.shop.app.inject({ url: `/sandbox/mails${path}`, headers: { 'x-forwarded-for': ownAddress(), ...headers } })

describe('the demo shows the mails that it does not send', () => {
  it('each as text and as HTML, of the store alone', async () => {
    const orderNo = await purchase()
    const page = await look(`/${store.subdomain}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      ratelimit: expect.stringMatching(/^"read"/),
    })
    expect(page.body).toContain(`Your order ${orderNo} at Tea &amp; Co`)
    expect(page.body).toContain('To ravi@example.com')
    expect(page.body).toContain('1 × Tea &lt;script&gt;')
    const [, id] = new RegExp(`href="${store.subdomain}/([^"]+)"`).exec(page.body) ?? []
    const mail = await look(`/${store.subdomain}/${id}`)
    expect(mail.statusCode).toBe(200)
    expect(mail.headers['content-security-policy']).toContain('sandbox')
    expect(mail.body).toContain('1 × Tea &lt;script&gt;')

    expect((await look('', { 'x-store': store.subdomain })).body).toContain(`href="mails/${store.subdomain}/${id}"`)
    expect((await look(`/${other.subdomain}`)).body).not.toContain(orderNo)
    for (const path of [`/${other.subdomain}/${id}`, `/${store.subdomain}/x`, '/nowhere', '', '/%00'])
      expect({ path, status: (await look(path)).statusCode }).toEqual({ path, status: 404 })
    const posted = await mailing.shop.app.inject({ method: 'POST', url: `/sandbox/mails/${store.subdomain}` })
    expect(posted.statusCode).toBe(405)
  })

  it('the latest of them only, and none of whoever was erased', async () => {
    const { prisma } = mailing.shop.database
    const orderNo = await purchase()
    const [shown] = await prisma.sandboxMail.findMany({ where: { storeId: store.id }, orderBy: { createdAt: 'desc' } })
    const createdAt = new Date('2026-01-01T00:00:00Z')
    for (let number = 0; number < SANDBOX_MAILS + 5; number += 1)
      await prisma.sandboxMail.create({ data: { ...(shown as SandboxMail), id: crypto.randomUUID(), createdAt } })
    await purchase()
    expect(await prisma.sandboxMail.count({ where: { storeId: store.id } })).toBe(SANDBOX_MAILS)
    expect((await look(`/${store.subdomain}`)).body).toContain(orderNo)
    await prisma.order.updateMany({ where: { storeId: store.id }, data: { status: 'DELIVERED' } })
    const owner = await ownerOf(mailing.shop, store)
    await owner.ask(`mutation { eraseCustomer(phone: "${ravi.phone}") { orders } }`)
    expect(await prisma.sandboxMail.count({ where: { storeId: store.id } })).toBe(0)
  })

  it('those about accounts and messages too, with links that work', async () => {
    const { shop } = mailing
    const { prisma } = shop.database
    const client = clientOf(shop, store.subdomain, 'REST')
    const phone = newPhone()
    const customer = { name: 'Meera', phone, password: 'secret1', email: 'meera@example.com' }
    const { token } = await dataOf(client.signUp(customer))
    const { id: customerId } = await prisma.customer.findFirstOrThrow({ where: { storeId: store.id, phone } })
    await sendAccountMail(shop.services, { storeId: store.id, about: 'email', customerId })
    const page = await look(`/${store.subdomain}`, { host: 'demo.example:4000' })
    expect(page.body).toContain('Tea &amp; Co: confirm your email address')
    const [, link] = /<a href="http:\/\/demo\.example:4000(\/account\/[^"]+)">/.exec(page.body) ?? []
    const [, id] = new RegExp(`href="${store.subdomain}/([^"]+)"`).exec(page.body) ?? []
    const mail = await look(`/${store.subdomain}/${id}`, { host: 'demo.example:4000' })
    expect(mail.body).toContain(`href="http://demo.example:4000${link}"`)
    const code = new URL(link ?? '', 'http://x').searchParams.get('code') ?? ''
    shop.secrets.add(code)
    expect((await shop.app.inject({ url: link ?? '' })).body).toContain(code)
    expect(await client.confirmEmail(code)).toMatchObject({ data: { success: true } })
    await sendAccountMail(shop.services, { storeId: store.id, about: 'password', phone })
    await sendAccountMail(shop.services, {
      ...{ storeId: store.id, about: 'changed-address', customerId, address: 'meera@example.com' },
    })
    const listed = (await look(`/${store.subdomain}`)).body
    expect(listed).toContain(': choose a new password')
    expect(listed).toContain(`/account/${store.subdomain}/reset-password?code=`)
    expect(listed).toContain(': your email address was changed')

    await shop.database.prisma.store.update({ where: { id: store.id }, data: { ownerEmail: 'owner@example.com' } })
    const lead = await prisma.lead.create({ data: { storeId: store.id, phone, message: 'Do you ship to Goa?' } })
    await notifyOwner(shop.services, { storeId: store.id, leadId: lead.id })
    expect((await look(`/${store.subdomain}`)).body).toContain('Do you ship to Goa?')

    // They go with whom they are about.
    const owner = await ownerOf(shop, store)
    await owner.ask(`mutation { eraseCustomer(phone: "${phone}") { accounts leads } }`)
    expect(await prisma.sandboxMail.count({ where: { storeId: store.id, orderId: null } })).toBe(0)
    expect(token).toBeTruthy()
  })

  it('not of a store that takes real money', async () => {
    await mailing.shop.database.prisma.paymentAccount.updateMany({
      where: { storeId: other.id },
      data: { provider: 'RAZORPAY' },
    })
    expect((await look(`/${other.subdomain}`)).statusCode).toBe(404)
  })
})

it('nowhere else is there such a page', async () => {
  const shop = await openShop()
  const { subdomain } = await shop.addStore({ store: { payments: { provider: 'sandbox' } } })
  for (const path of ['', `/${subdomain}`])
    expect((await shop.app.inject({ url: `/sandbox/mails${path}` })).statusCode).toBe(404)
  await shop.close()
})
