import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { measure, noBrowser, openBrowser, openPage, picture, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'

let shop: Shop
let browser: Browser
let origin: string

describe('the shop, as seen in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop({ policies: { read: unlimited } })
    await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it.each([360, 1280] as const)('leads from home over a search to a product, %i pixels wide', async (width) => {
    const { page, complaints, requests, close } = await openPage(browser, { scheme: 'light', width })
    const expectGood = async (name: string) => {
      const { overflow } = await measure(page)
      expect([name, overflow]).toEqual([name, 0])
      expect([name, await violations(page)]).toEqual([name, []])
      await picture(page, `shop-${name}-light-${width}`)
      // Whatever a wide page shows is somewhere on a narrow one.
      if (width > 360) return
      await page.emulateMedia({ colorScheme: 'dark' })
      expect([name, await violations(page, ['color-contrast'])]).toEqual([name, []])
      await picture(page, `shop-${name}-dark-${width}`)
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await page.goto(`${origin}/shop/demo`)
    expect(await page.title()).toBe('Demo Tea House')
    await expectGood('home')

    if (width < 768) await page.getByRole('button', { name: 'Open the search' }).click()
    await page.getByRole('searchbox').pressSequentially('sen')
    await page.getByRole('link', { name: 'Sencha Fukamushi' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('darjeling')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search\?q=darjeling/)
    await page.getByRole('heading', { name: 'Results for “darjeling”' }).waitFor()
    await expectGood('search')

    if (width < 960) {
      await page.getByRole('button', { name: 'Filter and sort' }).click()
      expect(await page.getByRole('button', { name: 'Close' }).isVisible()).toBe(true)
      await expectGood('filters')
    }
    await started(page, 'choices')
    await page.getByLabel('In stock').check()
    await page.waitForURL(/in_stock=1/)
    await page.getByLabel('Sort by').selectOption('price_desc')
    await page.waitForURL(/sort=price_desc/)
    if (width < 960) await page.getByRole('button', { name: /^Show \d+ products?$/ }).click()
    expect(page.url()).toContain('in_stock=1')

    await page.getByRole('link', { name: 'Darjeeling Second Flush' }).click()
    await page.waitForURL(/\/p\/darjeeling-second-flush$/)
    await page.getByRole('link', { name: /^100g/ }).click()
    await page.waitForURL(/variant=/)
    expect(await page.locator('.variant[aria-current]').innerText()).toContain('100g')
    expect(await page.locator('.product-price').innerText()).toContain('₹590')
    await expectGood('product')

    await page.goto(`${origin}/shop/demo/p/none`)
    await expectGood('not-found')
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([])
    await close()
  })

  it('is whole without script, and can be walked by keyboard', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 720 } })
    const page = await context.newPage()
    await page.goto(`${origin}/shop/demo/search?q=assam`)
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    await page.getByLabel('On sale').check()
    await page.getByRole('button', { name: 'Show results' }).click()
    await page.waitForURL(/on_sale=1/)
    await page.getByRole('link', { name: 'Assam', exact: true }).click()
    await page.waitForURL(/\/p\/assam$/)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').innerText()).toBe('Skip to the content')
    await context.close()
  })
})
