import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited, cart: unlimited } }))
const { subdomain } = await shop.addStore({ products: [{ slug: 'assam', name: 'Assam', price: 5 }] })

describe('what a cached page cannot say about its visitor', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** A customer's page of a product. */
  async function openProduct(): Promise<{ context: BrowserContext; page: Page }> {
    const { cookies } = await customerOf(shop, subdomain)
    const context = await browser.newContext()
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })))
    const page = await context.newPage()
    await page.goto(`${origin}/shop/${subdomain}/p/assam`, { waitUntil: 'networkidle' })
    await started(page, 'buy')
    return { context, page }
  }

  it('is not what says whether a product was put into the cart', async () => {
    const { context, page } = await openProduct()
    await page.route('**/mine?*', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await failed
    await page.waitForTimeout(200)
    expect(await page.locator('.buy .said').textContent()).toMatch(/^It is in your cart\./)
    await context.close()
  })

  it('keeps nobody waiting who puts a product into the cart, and may come in any order', async () => {
    const { context, page } = await openProduct()
    const waiting: (() => Promise<void>)[] = []
    await page.route('**/mine?*', async (route) => {
      const response = await route.fetch()
      waiting.push(() => route.fulfill({ response }))
    })
    const add = page.getByRole('button', { name: 'Add to cart' })
    for (const count of [1, 2]) {
      await add.click()
      await expect.poll(() => waiting.length).toBe(count)
      await page.locator('.buy button:not([aria-disabled])').waitFor()
    }
    await waiting[1]?.()
    await page.getByText('2 of this in your cart').waitFor()
    await waiting[0]?.()
    await page.waitForTimeout(200)
    expect(await page.locator('.in-cart').textContent()).toBe('2 of this in your cart')
    await context.close()
  })

  it('does not send a wish again that was taken', async () => {
    const { context, page } = await openProduct()
    await page.route('**/mine?*', (route) => route.abort())
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Add to your wishlist' }).click()
    await failed
    await page.locator('#wish:not([aria-busy])').waitFor()
    await page.waitForTimeout(500)
    expect(sent).toEqual([`/shop/${subdomain}/account/wishlist`])
    await context.close()
  })

  it('is asked for again when the browser shows a page that it has kept', async () => {
    const { context, page } = await openProduct()
    const other = await context.newPage()
    await other.goto(page.url())
    await started(other, 'buy')
    await other.getByRole('button', { name: 'Add to cart' }).click()
    await other.getByText('It is in your cart.').waitFor()
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await page.getByText('1 of this in your cart').waitFor({ timeout: 5000 })
    await context.close()
  })
})
