import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'
import { customerOf, PASSWORD } from '../support/visitor.ts'

let shop: Shop
let browser: Browser
let context: BrowserContext
let home: string
let storeId: string
let subdomain: string
let phone: string

const typed = {
  ...{ 'buyer.name': 'Asha for Ravi', 'buyer.phone': '98765 43210', 'buyer.email': 'ravi@example.com' },
  ...{
    'buyer.address': '14 Chapel Road\nनवी मुंबई',
    'buyer.city': 'Mumbai',
    'buyer.notes': 'Ring twice; "ask" for 100 % <Asha>',
  },
  ...{ 'delivery.postalCode': '400001', 'delivery.region': 'IN-MH', 'delivery.country': 'IN' },
}

const field = (page: Page, name: string) => page.locator(`[name="${name}"]:not([type="radio"])`)

async function shownIn(page: Page): Promise<Record<string, string>> {
  const values = await Promise.all(
    Object.keys(typed).map(async (name) => [name, (await field(page, name).inputValue()).replace(/\r\n/g, '\n')]),
  )
  return Object.fromEntries(values)
}

async function typeIn(page: Page, values: Record<string, string> = typed) {
  for (const [name, value] of Object.entries(values)) {
    const control = field(page, name)
    if (await control.evaluate((element) => element.localName === 'select')) await control.selectOption(value)
    else await control.fill(value)
  }
}

async function addTea(page: Page) {
  await page.goto(`${home}/p/tea`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.goto(`${home}/checkout`)
}

async function logIn(page: Page) {
  await page.locator('form').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/log-in\?next=%2Fcheckout$/)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/\/checkout$/)
}

const keptCookie = async () => (await context.cookies()).find(({ name }) => name === `shop-typed-${subdomain}`)

describe('what is typed at the checkout without script', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited } })
    const store = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    })
    ;({ id: storeId, subdomain } = store)
    const asha = await customerOf(shop, subdomain)
    phone = asha.phone
    const saved = { name: 'Asha Rao', lines: '1 Hill Road', city: 'Pune', postalCode: '411001', country: 'IN' }
    await asha.post('/account/addresses/new', saved)
    home = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/shop/${subdomain}`
    browser = await openBrowser()
  })
  beforeEach(async () => {
    await context?.close()
    context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('survives the log-in from there and a reload, and is gone with the order', async () => {
    const page = await context.newPage()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await addTea(page)
    await typeIn(page)
    await logIn(page)
    expect(await shownIn(page)).toEqual(typed)
    expect(await page.getByLabel('Another address').isChecked()).toBe(true)
    await page.reload()
    expect(await shownIn(page)).toEqual(typed)
    expect(await keptCookie()).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    const { value = '' } = (await keptCookie()) ?? {}
    for (const text of ['Ravi', 'Chapel', '43210']) {
      expect(value + Buffer.from(value.split('.').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain(text)
      expect(addresses.join('\n')).not.toContain(text)
    }

    await page.getByRole('button', { name: /^Order/ }).click()
    // The place is another than the one that the first total was for.
    if (!/\/pay\//.test(page.url())) await page.getByRole('button', { name: /^Order/ }).click()
    await page.waitForURL(/\/pay\//)
    const orders = await shop.database.prisma.order.findMany({ where: { storeId } })
    expect(orders).toMatchObject([{ buyerName: 'Asha for Ravi', buyerNotes: typed['buyer.notes'] }])
    expect(orders[0]?.buyerAddress).toContain('14 Chapel Road\nनवी मुंबई')
    expect(await keptCookie()).toBeUndefined()
  })

  it('leaves the default address chosen where no other was begun', async () => {
    const page = await context.newPage()
    await addTea(page)
    await typeIn(page, { 'buyer.notes': 'Ring twice' })
    await logIn(page)
    expect(await page.getByLabel('Another address').isChecked()).toBe(false)
    expect(await field(page, 'buyer.notes').inputValue()).toBe('Ring twice')
    expect(await field(page, 'buyer.name').inputValue()).not.toBe('')
  })

  it('is not shown with another cart, nor after a log-out', async () => {
    const page = await context.newPage()
    await addTea(page)
    await typeIn(page)
    await logIn(page)
    const kept = await keptCookie()
    await page.goto(`${home}/account`)
    await page.getByRole('button', { name: 'Log out' }).first().click()
    expect(await keptCookie()).toBeUndefined()
    // Even if the browser had not deleted it.
    if (kept) await context.addCookies([kept])
    await addTea(page)
    expect(await field(page, 'buyer.name').inputValue()).toBe('')
    expect(await field(page, 'buyer.address').inputValue()).toBe('')
  })

  it('is sent to nobody by Enter, which updates the total', async () => {
    const page = await context.newPage()
    await addTea(page)
    await typeIn(page)
    await field(page, 'buyer.city').press('Enter')
    await page.waitForURL(/\/checkout\/update$/)
    expect(await shownIn(page)).toEqual(typed)
  })

  it('is kept with the longest texts of any script', async () => {
    const page = await context.newPage()
    await addTea(page)
    const long = {
      'buyer.address': 'गली'.repeat(166),
      'buyer.notes': 'घंटी बजाएँ '.repeat(90),
      'buyer.city': 'म'.repeat(100),
    }
    await typeIn(page, long)
    await logIn(page)
    for (const [name, text] of Object.entries(long)) expect(await field(page, name).inputValue()).toBe(text)
  })
})
