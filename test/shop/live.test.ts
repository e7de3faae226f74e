import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'

let shop: Shop
let browser: Browser
let home: string

/** Holds answers of an address back until they are let go, one by one. */
async function hold(page: Page, address: string) {
  const held: (() => void)[] = []
  const arrived: (() => void)[] = []
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await new Promise<void>((resolve) => {
      held.push(resolve)
      arrived.shift()?.()
    })
    await route.continue()
  })
  return async () => {
    if (held.length === 0) await new Promise<void>((resolve) => arrived.push(resolve))
    held.shift()?.()
  }
}

/** A new shopper, with something in the cart, on a page of the shop. */
async function shopperOn(path: string, viewport = { width: 360, height: 720 }): Promise<Page> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(`${home}/p/masala-chai`)
  await started(page, 'buy')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('It is in your cart.').waitFor()
  await page.goto(home + path)
  await started(page, 'live')
  return page
}

describe('a page that is answered slowly', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited } })
    const { subdomain } = await shop.addStore(JSON.parse(readFileSync('examples/india-store.json', 'utf8')))
    home = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/shop/${subdomain}`
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('shows what was chosen last, and leaves the shopper where they are', async () => {
    const page = await shopperOn('/checkout')
    await page.getByLabel('Postal code').fill('560001')
    await page.getByLabel('Notes for the shop').focus()
    await page.getByText('Same day').waitFor()
    const letGo = await hold(page, '**/checkout/update')
    await page.getByText('Same day').click()
    await page.getByText('Cash on delivery').click()
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await letGo()
    await letGo()
    await page.getByRole('button', { name: /^Order for/ }).waitFor()
    expect(await page.getByRole('radio', { name: /^Same day/ }).isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: /^Cash on delivery/ }).isChecked()).toBe(true)
    const after = await page.evaluate(() => [scrollY, document.activeElement?.id])
    expect(after).toEqual([0, 'payment-cod'])
    await page.context().close()
  })

  it('sends each press of a button of the cart, and a typed number when Enter is pressed', async () => {
    const page = await shopperOn('/cart')
    const more = page.getByRole('button', { name: /^One more of/ })
    const quantity = page.getByLabel(/^Quantity of/)
    const letGo = await hold(page, '**/cart/line')
    for (let presses = 0; presses < 3; presses += 1) await more.click()
    for (const expected of [2, 3, 4]) {
      await letGo()
      await page.locator(`input[name="qty"][value="${expected}"]`).waitFor()
    }
    await quantity.fill('7')
    await quantity.press('Enter')
    await letGo()
    await page.locator('input[name="qty"][value="7"]').waitFor()
    await page.reload()
    expect(await quantity.inputValue()).toBe('7')
    await page.context().close()
  })

  it('says what was refused, and keeps the page when the shop has none to show', async () => {
    const page = await shopperOn('/checkout')
    const said = page.locator('#said')
    await page.getByLabel('Name').first().fill('Asha Rao')
    await page.getByLabel('Country').selectOption('US')
    await page.getByText('We do not deliver there.').first().waitFor()
    expect(await said.textContent()).toContain('We do not deliver there.')
    await page.getByLabel('Postal code').fill('SW1A')
    await page.getByLabel('Notes for the shop').focus()
    await page.locator('.mistake').waitFor()
    expect(await said.textContent()).toContain('Enter a postal code of the United States')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('f-buyer-notes')
    await page.getByLabel('Postal code').fill('')
    await page.getByLabel('Country').selectOption('IN')
    await page.locator('#problems').waitFor({ state: 'detached' })
    await page.getByLabel('Postal code').fill('560001')
    await page.getByLabel('Name').first().focus()
    await page.getByText('Same day').waitFor()
    const there = page.url()
    const broken = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
    await page.route('**/checkout/update', (route) => route.fulfill(broken))
    await page.getByLabel('Postal code').fill('560002')
    await page.getByLabel('Name').first().focus()
    await page.getByText('This did not work. Please try again in a moment.').waitFor()
    expect([page.url(), await page.getByLabel('Name').first().inputValue()]).toEqual([there, 'Asha Rao'])
    await page.unroute('**/checkout/update')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Address').fill('14 Church Street')
    await page.getByLabel('City or town').fill('Bengaluru')
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    // The notice is there already, of the choices above.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('notice')
    await page.context().close()
  })

  it('says that the cart was emptied elsewhere', async () => {
    const page = await shopperOn('/checkout')
    const other = await page.context().newPage()
    await other.goto(`${home}/cart`)
    await other.getByRole('button', { name: /^Remove/ }).click()
    await other.locator('.empty-state').waitFor()
    await page.getByLabel('Postal code').fill('560001')
    await page.getByLabel('Name').first().focus()
    await page.locator('.empty-state').waitFor()
    expect(await page.locator('#said').textContent()).toContain('nothing in your cart that can be bought')
    await page.context().close()
  })

  it('keeps what is typed while an answer is awaited', async () => {
    const page = await shopperOn('/cart')
    const letGo = await hold(page, '**/cart/line')
    await page.getByRole('button', { name: /^One more of/ }).click()
    await page.getByLabel('Discount code').fill('WELCOME')
    await letGo()
    await page.locator('input[name="qty"][value="2"]').waitFor()
    expect(await page.getByLabel('Discount code').inputValue()).toBe('WELCOME')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('code')
    await page.context().close()
  })
})
