import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const { subdomain } = await shop.addStore({
  products: [
    { slug: 'last', name: 'Last cup', price: 5, stock: 1 },
    { slug: 'pot', name: 'Pot', price: 9 },
  ],
})

describe('what is put into the cart, in Chromium', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it('says what is true of it in a sentence of its own, and nothing of other lines', async () => {
    const page = await browser.newPage()
    const add = async (slug: string, quantity: string) => {
      await page.goto(`${origin}/shop/${subdomain}/p/${slug}`)
      await started(page, 'buy')
      await page.getByLabel('Quantity').fill(quantity)
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByText('It is in your cart.').waitFor()
      return page.locator('.said .line-notice').allInnerTexts()
    }
    expect(await add('last', '2')).toHaveLength(1)
    expect(await add('pot', '1')).toEqual([])
    await page.goto(`${origin}/shop/${subdomain}/cart`)
    expect(await page.locator('.line-notice').count()).toBe(1)
    await page.close()
  })
})
