import { beforeEach, describe, expect, it } from 'vitest'
import { mailNames } from '../../src/commerce/mails/mail-name.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { looks, noBrowser, openBrowser, openPage } from '../support/browser.ts'
import { buy, buyer, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { needs } from '../support/needs.ts'
import { openOrderMailShop } from '../support/order-mails.ts'
import { type Owner, ownerOf } from '../support/owner.ts'

let store: Store
let owner: Owner

const mailing = await forAllTests(openOrderMailShop())
beforeEach(async () => {
  store = await mailing.shop.addStore({
    store: { businessName: 'Tea <b>House</b>', currency: 'JPY', payments: { provider: 'sandbox' } },
    products: [{ slug: 'tea', name: 'Tea', price: 100 }],
  })
  owner = await ownerOf(mailing.shop, store)
})

const SET = `mutation ($name: MailName!, $subject: String, $body: String) {
  setMailTemplate(name: $name, subject: $subject, body: $body) { subject body isOwn }
}`
const set = async (words: object, name = 'ORDER_CONFIRMED') =>
  (await owner.ask(SET, { name, ...words })).setMailTemplate
const mistakeOf = async (words: object, name = 'ORDER_CONFIRMED') =>
  (await owner.refused(SET, { name, ...words })).message
const preview = async (name = 'ORDER_CONFIRMED') =>
  (await owner.ask(`{ mailPreview(name: ${name}) { subject text html } }`)).mailPreview
const templates = async () =>
  (await owner.ask('{ mailTemplates { name recipient subject body isOwn placeholders } }')).mailTemplates

describe('the owner', () => {
  it('reads what all mails say, and what they may say', async () => {
    const all = await templates()
    expect(all.map(({ name }: { name: string }) => name)).toEqual(mailNames)
    expect(all[0]).toMatchObject({ recipient: 'BUYER', isOwn: false })
    expect(all[0].placeholders).toContain('order.number')
    expect(all[0].placeholders).not.toContain('refund.amount')
    for (const name of mailNames) expect((await preview(name)).text).not.toMatch(/[{}]|undefined|null/)
  })

  it('changes subject and words, which go out; null brings back what was there', async () => {
    const subject = 'Merci! {{ order.number }}'
    const body = 'Dear {{buyer.name}},\r\n\r\nthank you <3\nIt is {{order.total}} & more.'
    expect(await set({ subject, body })).toEqual({ subject, body: body.replaceAll('\r', ''), isOwn: true })
    const items = [{ id: await productIdOf(mailing.shop, store, 'tea'), qty: 1 }]
    const named = { ...buyer, name: 'Ravi <i>{{order.total}}</i>\n', email: 'ravi@example.com' }
    const { orderNo } = await buy(mailing.shop, clientOf(mailing.shop, store.subdomain, 'REST'), {
      ...{ items, buyer: named },
    })
    const [mail] = await mailing.deliver(store)
    expect(mail?.subject).toBe(`Merci! ${orderNo}`)
    expect(mail?.text).toContain('Dear Ravi <i>{{order.total}}</i>,\n\nthank you <3\nIt is ¥100 & more.\n\n')
    expect(mail?.html).toContain('Dear Ravi &lt;i&gt;{{order.total}}&lt;/i&gt;,</p>')
    expect(mail?.html).toContain('thank you &lt;3\nIt is ¥100 &amp; more.</p>')
    expect(mail?.html).toContain('Tea &lt;b&gt;House&lt;/b&gt;')

    expect(await set({ subject: null, body: 'Bye' })).toMatchObject({ body: 'Bye', isOwn: true })
    expect((await preview()).subject).toBe('Your order ORD-0123456789 at Tea <b>House</b>')
    expect(await set({})).toMatchObject({ isOwn: false })
    expect(await mailing.shop.database.prisma.mailTemplate.count({ where: { storeId: store.id } })).toBe(0)
  })

  it.each([
    ['{{order.nummer}}', 'body has an unknown placeholder, {{order.nummer}}. This mail has {{store.name}}, '],
    ['{{refund.amount}}', 'body has an unknown placeholder, {{refund.amount}}.'],
    ['{{constructor}}', 'body has an unknown placeholder, {{constructor}}.'],
    ['{{}}', 'body has an unknown placeholder, {{}}.'],
    ['Hello {{order.number}', 'body has unmatched braces. A placeholder looks like {{store.name}}.'],
    ['order.number}}', 'body has unmatched braces.'],
    ['{{order.number + 1}}', 'body has an unknown placeholder, {{order.number + 1}}.'],
    [' ', 'body is required'],
    ['x'.repeat(5_001), 'body must be at most 5000 characters'],
  ])('is told of a mistake when they save it: %s', async (body, message) => {
    expect(await mistakeOf({ body })).toContain(message)
    expect((await templates())[0].isOwn).toBe(false)
  })

  it('sees a draft as it would be sent, and stores nothing', async () => {
    const DRAFT = `query ($subject: String, $body: String) {
      mailPreview(name: ORDER_SHIPPED, subject: $subject, body: $body) { subject text html }
    }`
    const draft = async (words: object) => (await owner.ask(DRAFT, words)).mailPreview
    await set({ subject: 'Stored', body: 'Stored words' }, 'ORDER_SHIPPED')
    const stored = await templates()
    const drafted = await draft({
      subject: 'On its way: {{order.number}}',
      body: 'Dear {{buyer.name}} <3,\r\n\r\nsoon.',
    })
    expect(drafted.subject).toBe('On its way: ORD-0123456789')
    expect(drafted.text).toContain('Dear Asha Rao <3,\n\nsoon.\n\n')
    expect(drafted.html).toContain('Dear Asha Rao &lt;3,</p>')
    expect(await draft({ body: 'New words' })).toMatchObject({ subject: 'Stored' })
    expect((await draft({ body: null, subject: null })).subject).toBe('Your order ORD-0123456789 is on its way')
    expect((await draft({})).text).toContain('Stored words')
    expect(await owner.refused(DRAFT, { body: '{{order.nummer}}' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(
        'body has an unknown placeholder, {{order.nummer}}. This mail has {{store.name}}, ',
      ),
    })
    expect(await templates()).toEqual(stored)
  })

  it.each([
    ['Hello\r\nBcc: thief@example.com', 'subject must be one line'],
    ['{{order.items}}', 'subject has an unknown placeholder, {{order.items}}.'],
    ['x'.repeat(201), 'subject must be at most 200 characters'],
  ])('is told of a mistake in a subject: %s', async (subject, message) => {
    expect(await mistakeOf({ subject })).toContain(message)
  })

  it('of another store keeps their own words', async () => {
    await set({ body: 'Ours' })
    const other = await ownerOf(mailing.shop, await mailing.shop.addStore())
    expect((await other.ask('{ mailTemplates { isOwn } }')).mailTemplates[0]).toEqual({ isOwn: false })
  })
})

it('a mail in Chromium shows everything, on a phone too, and runs nothing', needs(noBrowser), async () => {
  await set({ body: '<img src=x onerror=alert(1)> Thank you, {{buyer.name}}!' })
  const { html } = await preview()
  const browser = await openBrowser()
  const { page, complaints, requests, close } = await openPage(browser, looks[0])
  await page.setContent(html)
  for (const text of [
    'Tea <b>House</b>',
    '<img src=x onerror=alert(1)> Thank you, Asha Rao!',
    '2 × Assam (size: 250g)',
  ])
    expect(await page.getByText(text).first().isVisible()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect({ complaints, requests }).toEqual({ complaints: [], requests: [] })
  await close()
  await browser.close()
})
