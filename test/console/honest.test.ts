import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderMails } from '../../src/commerce/mails/mail-name.ts'
import { sendOrderMails } from '../../src/commerce/mails/send-order-mails.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { buy, buyer, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

const bundle = {
  store: { subdomain: 'tea', payments: { provider: 'sandbox' }, ownerEmail: 'owner@example.com' },
  products: [{ slug: 'assam', name: 'Assam', price: 100, stock: 50 }],
}

let desk: Desk

describe('The console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk(bundle)
  })
  afterAll(() => desk?.close())

  it('says that no mail is sent, and promises none', async () => {
    const items = [{ id: await productIdOf(desk.shop, desk.store, 'assam'), qty: 1 }]
    const email = 'asha@example.com'
    const { orderNo } = await buy(desk.shop, clientOf(desk.shop, 'tea', 'REST'), { items, buyer: { ...buyer, email } })
    const jobs = await desk.shop.database.prisma.$queryRaw<{ data: OrderMails }[]>`
      DELETE FROM pgboss.job WHERE name = 'order-mail' RETURNING data`
    for (const { data } of jobs) await sendOrderMails(desk.shop.services, data)

    const { page, complaints, goTo, close } = await desk.open()
    await page.getByText('No mail is sent, neither to buyers nor to you').waitFor()
    await expectGood(page, 'today-without-mails')
    await page.getByRole('link', { name: 'What to do' }).click()
    await page.getByText('SMTP_URL').waitFor()
    await expectGood(page, 'mails-without-server')
    await goTo(`orders/${orderNo}`)
    await page.getByText('Not sent').first().waitFor()
    await page.getByText('No mail server is set up.').first().waitFor()
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByText('No mail server is set up: the buyer gets no mail.').waitFor()
    expect(await page.getByText('gets a mail').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('sends a test mail to the owner', async () => {
    const server: MailServer = await openMailServer()
    const { mailer, logger } = desk.shop.services
    desk.shop.services.mailer = createMailer({ smtp: { smtpUrl: server.url, from: 'shop@example.com' }, logger })
    const { page, complaints, close } = await desk.open({ path: 'settings/mails', size: 'phone' })
    await page.getByRole('button', { name: 'Send a test mail' }).click()
    await page.getByText('The mail server has accepted it for').waitFor()
    await expectGood(page, 'test-mail')
    expect(server.received.map(({ to }) => to)).toEqual([['owner@example.com']])
    expect(complaints).toEqual([])
    await close()
    desk.shop.services.mailer = mailer
    await server.close()
  })

  it('logs in with what is in the fields, however it came there', async () => {
    const { key } = await createOwnerKey(desk.shop.services, desk.store.id, 'Filled')
    const browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${desk.origin}/console/log-in`)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.evaluate((filled) => {
      const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)
      const [store, secret] = [field('store'), field('key')]
      if (store) store.value = 'tea'
      if (secret) secret.value = filled
      store?.form?.requestSubmit()
    }, key)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await browser.close()
  })

  it('says what to do over plain http', async () => {
    const browser = await openBrowser()
    const page = await browser.newPage()
    // As at an address of a home network; tests reach only this machine, which browsers trust.
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await page.goto(`${desk.origin}/console/s/tea`)
    await page.getByRole('heading', { name: 'Open the console in another way' }).waitFor()
    await page
      .getByText(/http:\/\/localhost:\d+\/console/)
      .first()
      .waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectGood(page, 'not-secure')
    await browser.close()
  })

  it('names time zones by today’s cities', async () => {
    const { page, close } = await desk.open({ path: 'settings/store' })
    const zones = page.getByLabel('Time zone')
    await zones.waitFor()
    for (const city of ['Kolkata (Asia)', 'Kyiv (Europe)', 'Ho Chi Minh (Asia)']) {
      expect(await zones.locator('option', { hasText: city }).count()).toBe(1)
    }
    expect(await zones.locator('option', { hasText: 'Calcutta' }).count()).toBe(0)
    await close()
  })
})
