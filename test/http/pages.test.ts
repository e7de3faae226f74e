import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { looks, measure, noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { buyer, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { openShop, type Shop } from '../support/shop.ts'

const businessName = `Ærø & Daughters’ <Tea> ${'and Fine Things '.repeat(3).trim()}`

let shop: Shop
let store: Store
let browser: Browser
let origin: string

// What these tests are for can only be seen in a browser.
describe('the pages, as seen in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { lead: { points: 100, seconds: 60 } } })
    store = await shop.addStore({
      store: { businessName, payments: { provider: 'sandbox' } },
      products: [{ slug: 'assam', name: 'Assam', price: 4_999_999.5 }],
    })
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  describe.each(looks)('$scheme, $width pixels wide', (look) => {
    const name = `${look.scheme}-${look.width}`
    const expectGoodLooks = async (page: Parameters<typeof measure>[0]) => {
      const { overflow, background, contrast } = await measure(page)
      expect(overflow).toBe(0)
      expect(contrast).toBeGreaterThanOrEqual(4.5)
      if (look.scheme === 'dark') expect(background).toBeLessThan(0.1)
      else expect(background).toBeGreaterThan(0.8)
    }

    it('thanks whoever has filled in a form on the store’s site', async () => {
      const { page, complaints, requests, close } = await openPage(browser, look)
      const form = `${origin}/form-of-the-store`
      const action = `${origin}/api/sites/${store.subdomain}/lead`
      await page.route(form, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${action}"><input name="name"><textarea name="message"></textarea><button>Send</button></form>`,
        }),
      )
      await page.goto(form)
      await page.fill('[name=name]', 'Asha')
      await page.fill('[name=message]', 'Do you ship\nto Goa?')
      requests.length = 0
      await page.click('button')
      await page.waitForURL(action)

      expect(await page.title()).toBe(`Thank you · ${businessName}`)
      expect(await page.getByText(businessName).isVisible()).toBe(true)
      expect(await page.getByRole('heading', { name: 'Thank you!' }).isVisible()).toBe(true)
      expect(await page.getByText('Your message has been received.').isVisible()).toBe(true)
      await expectGoodLooks(page)
      await picture(page, `thank-you-${name}`)
      expect(complaints).toEqual([])
      expect(requests.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([action])
      expect(await shop.database.prisma.lead.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
        name: 'Asha',
        message: 'Do you ship\nto Goa?',
      })
      await page.getByRole('link', { name: 'Back to the site' }).click()
      await page.waitForURL(form)
      await close()
    })

    it('takes a sandbox payment from its buyer', async () => {
      const client = clientOf(shop, store.subdomain, 'REST')
      const items = [{ id: await productIdOf(shop, store, 'assam'), qty: 1 }]
      const placed = await dataOf(client.checkout({ buyer, items }))
      const { page, complaints, requests, close } = await openPage(browser, look)
      await page.goto(`${origin}/sandbox/orders/${placed.providerOrderId}/pay`)
      expect(await page.getByRole('heading', { name: businessName }).isVisible()).toBe(true)
      await expectGoodLooks(page)
      await picture(page, `sandbox-${name}`)
      expect(requests.filter((url) => !url.endsWith('/favicon.ico'))).toHaveLength(1)

      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.getByText('Paid. The store does not know yet.').waitFor()
      await expectGoodLooks(page)
      await page.getByRole('button', { name: 'Verify now' }).click()
      await page.getByText('The store answered 200').waitFor()
      await expectGoodLooks(page)
      await picture(page, `sandbox-paid-${name}`)
      expect(complaints).toEqual([])
      await close()
    })

    it('lets somebody choose a new password', async () => {
      const phone = newPhone()
      await dataOf(clientOf(shop, store.subdomain, 'REST').signUp({ name: 'Asha', phone, password: 'forgotten' }))
      const owner = await ownerOf(shop, store)
      const { customers } = await owner.ask('query ($phone: String) { customers(search: $phone) { nodes { id } } }', {
        phone,
      })
      const [{ id }] = customers.nodes
      const { createPasswordLink: link } = await owner.ask(
        'mutation ($id: ID!) { createPasswordLink(customerId: $id) { url code } }',
        { id },
      )
      shop.secrets.add(link.code)
      const { page, complaints, requests, close } = await openPage(browser, look)
      await page.goto(`${origin}${new URL(link.url, origin).pathname}?code=${link.code}`)
      await expectGoodLooks(page)
      await picture(page, `password-${name}`)
      await page.fill('[name=password]', 'remembered')
      await page.click('button')
      await page.getByText('Your password is set.').waitFor()
      expect(page.url()).not.toContain(link.code)
      await expectGoodLooks(page)
      // Chromium would like to see whose password it is, which the page does not tell.
      expect(complaints.filter((complaint) => !complaint.includes('username fields'))).toEqual([])
      expect(requests.filter((url) => !url.startsWith(origin))).toEqual([])
      await close()
    })

    it('says at / what runs here', async () => {
      const { page, complaints, requests, close } = await openPage(browser, look)
      await page.goto(origin)
      expect(await page.getByRole('link', { name: 'Documentation' }).isVisible()).toBe(true)
      await expectGoodLooks(page)
      await picture(page, `home-${name}`)
      expect(complaints).toEqual([])
      expect(requests.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([`${origin}/`])
      await close()
    })

    it('leads on from a page that does not exist', async () => {
      const { page, complaints, close } = await openPage(browser, look)
      await page.goto(`${origin}/nowhere`)
      await expectGoodLooks(page)
      await picture(page, `not-found-${name}`)
      // Chromium remarks on the status.
      expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
      await page.getByRole('link', { name: 'What this service offers' }).click()
      await page.waitForURL(`${origin}/`)
      await close()
    })
  })
})
