import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillTown } from '../support/address-fields.ts'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { hold } from '../support/hold.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'

let shop: Shop
let browser: Browser
let origin: string

/** Holds a part of the script back. */
const holdScript = (page: Page, name: string) => hold(page, `**/shop-assets/${name}-*.js`)

async function shopperOf(store: string, product: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/shop/${store}/p/${product}`)
  await started(page, 'buy')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('It is in your cart.').waitFor()
  return page
}

describe('a page whose script is late', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { read: unlimited, cart: unlimited, track: unlimited, checkout: unlimited } })
    await shop.addStore(JSON.parse(readFileSync('examples/india-store.json', 'utf8')))
    await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('has the buttons of a page without script until it comes, then shows what follows from the fields', async () => {
    const { subdomain } = JSON.parse(readFileSync('examples/india-store.json', 'utf8')).store
    const page = await shopperOf(subdomain, 'masala-chai')
    const script = await holdScript(page, 'live')
    await page.goto(`${origin}/shop/${subdomain}/checkout`)
    await page.getByRole('button', { name: 'Update the total' }).waitFor()
    await page.getByLabel('Postal code').fill('560001')
    await page.getByLabel('Name').first().focus()
    script.release()
    await page.getByText('Same day').waitFor()
    expect(await page.getByRole('button', { name: 'Update the total' }).isVisible()).toBe(false)
    await page.context().close()
  })

  it('shows a payment that was confirmed before it came', async () => {
    const page = await shopperOf('demo', 'assam')
    await page.goto(`${origin}/shop/demo/checkout`)
    await page.getByLabel('Name').first().fill('Asha Rao')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Address').fill('14 Chapel Road, Mumbai')
    await fillTown(page)
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    await page.waitForURL(/\/pay\//)
    const other = await page.context().newPage()
    const script = await holdScript(other, 'follow')
    await other.goto(page.url().replace('/pay/', '/order/'))
    await other.getByRole('heading', { name: 'Waiting for the payment' }).waitFor()
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await page.waitForURL(/\/order\//)
    script.release()
    await other.getByRole('heading', { name: 'Your order is confirmed' }).waitFor()
    await page.context().close()
  })
})
