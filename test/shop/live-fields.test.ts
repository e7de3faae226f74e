import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { hold } from '../support/hold.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'

let shop: Shop
let browser: Browser
let home: string

/** A new shopper with something in the cart, at the checkout. */
async function shopperAtCheckout(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 720 } })
  const page = await context.newPage()
  await page.goto(`${home}/p/masala-chai`)
  await started(page, 'buy')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('It is in your cart.').waitFor()
  await page.goto(`${home}/checkout`)
  await started(page, 'live')
  return page
}

const mark = (page: Page, id: string) =>
  page.evaluate((of) => Object.assign(document.getElementById(of) ?? {}, { isMarked: true }), id)
const isMarked = (page: Page, id: string) =>
  page.evaluate((of) => (document.getElementById(of) as unknown as { isMarked?: boolean })?.isMarked === true, id)

describe('a field that is in use when an answer arrives', needs(noBrowser), () => {
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

  it('stays as it is, so that an open list stays open, while the rest is made anew', async () => {
    const page = await shopperAtCheckout()
    const { asked, release } = await hold(page, '**/checkout/update')
    await page.getByLabel('Postal code').fill('560001')
    await page.getByLabel('State').focus()
    await asked
    await mark(page, 'f-delivery-region')
    release()
    await page.getByText('Same day').waitFor()
    expect(await isMarked(page, 'f-delivery-region')).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('f-delivery-region')
    await page.context().close()
  })

  it('tells when it is left of what was typed meanwhile', async () => {
    const page = await shopperAtCheckout()
    const { asked, release } = await hold(page, '**/checkout/update')
    await page.getByLabel('State').selectOption('IN-KA')
    await asked
    await page.getByLabel('Postal code').pressSequentially('560001')
    const first = page.waitForResponse('**/checkout/update')
    release()
    await first
    await page.unroute('**/checkout/update')
    await expect.poll(() => page.locator('form[aria-busy]').count()).toBe(0)
    expect(await page.getByLabel('Postal code').inputValue()).toBe('560001')
    await page.getByLabel('Notes for the shop').focus()
    await page.getByText('Same day').waitFor()
    await page.context().close()
  })

  it.each([
    ['goes on', 'IN-KA', '560002', /\/pay\//],
    ['asks again', 'IN-DL', '110001', null],
  ])('an order that is sent while its total is being asked for %s', async (_, region, postalCode, to) => {
    const page = await shopperAtCheckout()
    await page.getByLabel('Name').first().fill('Asha')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Address').fill('14 Church Street')
    await page.getByLabel('City or town').fill('Bengaluru')
    await page.getByLabel('Postal code').fill('560001')
    await page.getByLabel('State').selectOption('IN-KA')
    await expect.poll(() => page.locator('form[aria-busy]').count()).toBe(0)
    await page.getByText('Same day').waitFor()
    const { asked, release } = await hold(page, '**/checkout/update')
    await page.getByLabel('State').selectOption(region)
    await asked
    await page.getByLabel('Postal code').fill(postalCode)
    const order = page.getByRole('button', { name: /^Order/ })
    await order.click()
    await page.getByText('One moment').waitFor()
    release()
    if (to) await page.waitForURL(to)
    else {
      await page.getByText('The total has changed.').waitFor()
      await order.click()
      await page.waitForURL(/\/pay\//)
    }
    await page.context().close()
  })

  it('can be sent by the order’s button, also when the last answer failed to come', async () => {
    const page = await shopperAtCheckout()
    await page.getByLabel('Country').selectOption('US')
    await page.getByText('We do not deliver there.').first().waitFor()
    const order = page.getByRole('button', { name: /^Order/ })
    expect(await order.isDisabled()).toBe(true)
    await page.route('**/checkout/update', (route) => route.abort())
    await page.getByLabel('Country').selectOption('IN')
    await page.getByText('The shop cannot be reached.').waitFor()
    expect(await order.isDisabled()).toBe(false)
    await page.getByLabel('Postal code').fill('560001')
    await page.getByLabel('Name').first().fill('Asha')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Address').fill('14 Church Street')
    await page.getByLabel('City or town').fill('Bengaluru')
    await expect.poll(() => page.locator('form[aria-busy]').count()).toBe(0)
    await order.click()
    await page.getByText('This is the total for what you have chosen now.').waitFor()
    expect(await order.isDisabled()).toBe(false)
    await page.context().close()
  })
})
