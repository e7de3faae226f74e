import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillTown } from '../support/address-fields.ts'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { thorough } from '../support/chance.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'
import { customerOf, PASSWORD } from '../support/visitor.ts'

let shop: Shop
let browser: Browser
let home: string
let storeId: string
let phone: string

const PATIENCE = 120_000

/** On a slow phone behind a slow 3G connection. */
async function slowPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 720 } })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE / 2)
  const devtools = await context.newCDPSession(page)
  // It slows a page down by keeping the processor busy. That the network is slow is most of it.
  if (thorough) await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const slow3G = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...slow3G })
  return page
}

const typed = {
  ...{ 'buyer.name': 'Asha for Ravi', 'buyer.phone': '98765 43210', 'buyer.email': 'ravi@example.com' },
  ...{ 'buyer.address': '14 Chapel Road', 'buyer.notes': 'Ring twice', 'buyer.city': 'Mumbai' },
  ...{ 'delivery.postalCode': '400001', 'delivery.region': 'IN-MH', 'delivery.country': 'IN' },
}

const shownIn = (page: Page) =>
  page.evaluate(
    (names) =>
      Object.fromEntries(
        names.map((name) => [name, document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value]),
      ),
    Object.keys(typed),
  )

describe('what is typed at the checkout, on a slow phone', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited } })
    const store = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    })
    storeId = store.id
    const asha = await customerOf(shop, store.subdomain)
    phone = asha.phone
    const saved = { name: 'Asha Rao', lines: '1 Hill Road', city: 'Pune', postalCode: '411001', country: 'IN' }
    await asha.post('/account/addresses/new', saved)
    home = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/shop/${store.subdomain}`
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it(
    'survives a reload, the log-in and Back, and makes one order',
    async () => {
      const page = await slowPage()
      await page.goto(`${home}/p/tea`)
      await started(page, 'buy')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByText('It is in your cart.').waitFor()
      await page.goto(`${home}/checkout`)
      await page.getByLabel('Name').first().fill(typed['buyer.name'])
      await page.getByLabel('Phone').fill(typed['buyer.phone'])
      await started(page, 'live')
      await page.getByLabel('Email').fill(typed['buyer.email'])
      await page.getByLabel('Address').fill(typed['buyer.address'])
      await fillTown(page)
      await page.getByLabel('Notes for the shop').fill(typed['buyer.notes'])
      await page.reload()
      await started(page, 'live')
      await expect.poll(() => shownIn(page)).toEqual(typed)
      await page.getByRole('link', { name: 'Log in' }).first().click()
      await page.getByLabel('Phone number').fill(phone)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(/\/checkout$/)
      await started(page, 'live')
      await expect.poll(() => shownIn(page)).toEqual(typed)
      expect(await page.getByLabel('Another address').isChecked()).toBe(true)
      await page.getByRole('link', { name: 'Change the cart' }).click()
      await page.getByRole('heading', { name: 'Your cart' }).waitFor()
      await page.goBack()
      await started(page, 'live')
      await expect.poll(() => shownIn(page)).toEqual(typed)
      await page.getByLabel('Postal code').fill('400002')
      await page.getByRole('button', { name: /^Order and pay/ }).dblclick()
      await page.waitForURL(/\/pay\//)
      const orders = await shop.database.prisma.order.findMany({ where: { storeId } })
      expect(orders).toMatchObject([
        {
          ...{ buyerName: 'Asha for Ravi', buyerNotes: 'Ring twice' },
          buyerAddress: '14 Chapel Road\nMumbai, Maharashtra 400002\nIndia',
        },
      ])
      await page.goBack()
      await started(page, 'live')
      await expect.poll(() => shownIn(page)).toEqual({ ...typed, 'delivery.postalCode': '400002' })
      await page.goForward()
      await started(page, 'pay')
      await page.getByRole('button', { name: /^Pay ₹/ }).click()
      await page.waitForURL(/\/order\//)
      expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed')))).toEqual(
        [],
      )
      await page.context().close()
    },
    PATIENCE,
  )
})
