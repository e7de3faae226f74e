import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks, noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop, unlimited } from '../support/shop.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

let shop: Shop
let browser: Browser
let origin: string

/** What axe finds, by rule and element. Playwright runs it outside of the page's policy. */
async function found(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    // axe-core has put itself there.
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: any[] }> } }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }: { html: string }) => `${id}: ${html}`))
  })
}

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

  it.each(looks)('leads from home over a search to a product: $scheme, $width pixels wide', async (look) => {
    const { page, complaints, requests, close } = await openPage(browser, look)
    const expectGood = async (name: string) => {
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect([name, scrollWidth]).toEqual([name, clientWidth])
      expect([name, await found(page)]).toEqual([name, []])
      await picture(page, `shop-${name}-${look.scheme}-${look.width}`)
    }
    await page.goto(`${origin}/shop/demo`)
    expect(await page.title()).toBe('Demo Tea House')
    await expectGood('home')

    await page.getByRole('searchbox').pressSequentially('sen')
    await page.getByRole('link', { name: 'Sencha Fukamushi' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('darjeling')
    await page.keyboard.press('Enter')
    await page.waitForURL(/search\?q=darjeling/)
    await page.getByRole('heading', { name: 'Results for “darjeling”' }).waitFor()
    await expectGood('search')

    if (look.width < 960) {
      await page.getByRole('button', { name: 'Filter and sort' }).click()
      expect(await page.getByRole('button', { name: 'Close' }).isVisible()).toBe(true)
      await expectGood('filters')
    }
    await page.getByLabel('In stock').check()
    if (look.width >= 960) await page.waitForURL(/in_stock=1/)
    await page.getByLabel('Sort by').selectOption('price_desc')
    if (look.width < 960) await page.getByRole('button', { name: 'Show results' }).click()
    await page.waitForURL(/sort=price_desc/)
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
