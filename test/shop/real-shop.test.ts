import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser, picture, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { addBakery, addBoutique, addYenShop } from '../support/real-shop.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const screens = [
  [360, 'light'],
  [1440, 'dark'],
  // To be looked at: what does not fit here does not fit on a phone.
  ...(process.env.TEST_PICTURES
    ? ([
        [768, 'light'],
        [360, 'dark'],
        [1440, 'light'],
      ] as const)
    : []),
] as const

const shop = await forAllTests(openShop({ limitsOff: true }))

describe('shops with a real shop’s material', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    await addBoutique(shop)
    await addBakery(shop)
    await addYenShop(shop)
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  }, 120_000)
  afterAll(() => browser?.close())

  /** What reaches over the edge of the window, or is cut off within itself. */
  const tooWide = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const over = document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : []
      const cut = [...document.querySelectorAll<HTMLElement>('h1, h2, button, .card, .price, dd, td')].filter(
        (element) =>
          element.checkVisibility() && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
      )
      return [...over, ...cut.map((element) => element.outerHTML.slice(0, 120))]
    })

  const pages = {
    boutique: ['', '/c/Sarees', '/search?q=shawl', '/p/product-0', '/p/product-1', '/p/product-2', '/p/product-8'],
    bakery: ['', '/c/Bakes', '/p/bread-1', '/p/bread-2', '/p/bread-4'],
    yen: ['', '/c/器', '/p/utsuwa-0', '/p/utsuwa-1'],
  }

  it.each(Object.entries(pages))('%s: every page fits the screen', { timeout: 60_000 }, async (store, paths) => {
    for (const [width, scheme] of screens) {
      const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme: scheme })
      const check = async (name: string) => {
        await picture(page, `${store}-${name.replace(/\W+/g, '-')}-${width}-${scheme}`)
        expect([name, width, await tooWide(page)]).toEqual([name, width, []])
      }
      for (const path of paths) {
        await page.goto(`${origin}/shop/${store}${path}`)
        await check(path || 'home')
      }
      await page.goto(`${origin}/shop/${store}${paths.find((path) => path.startsWith('/p/'))}`)
      await started(page, 'buy')
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.getByText('It is in your cart.').waitFor()
      for (const path of ['/cart', '/checkout']) {
        await page.goto(`${origin}/shop/${store}${path}`)
        await check(path)
      }
      await page.close()
    }
  })

  it.each(['boutique', 'yen'])('%s: name or logo have room beside the search of a tablet', async (store) => {
    const page = await browser.newPage({ viewport: { width: 768, height: 740 } })
    await page.goto(`${origin}/shop/${store}`)
    await picture(page, `${store}-header-768`)
    const [brand, search] = await page.evaluate(() =>
      ['.top .brand > *', '#find'].map((selector) =>
        document.querySelector(selector)?.getBoundingClientRect().toJSON(),
      ),
    )
    expect(brand.right).toBeLessThanOrEqual(search.left)
    const words = page.locator('.chat-link > span, .mine a > span')
    expect(await words.evaluateAll((all) => Math.max(...all.map((one) => one.scrollHeight)))).toBeLessThan(30)
    const lines = await page.locator('.top .brand span').evaluate(({ scrollHeight, clientHeight }) => ({
      scrollHeight,
      clientHeight,
    }))
    if (store === 'yen') expect(lines.scrollHeight).toBeLessThanOrEqual(lines.clientHeight)
    await page.close()
  })

  it('twenty categories are in a menu, without script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    await page.goto(`${origin}/shop/boutique/p/product-1`)
    await page.getByRole('button', { name: 'All categories' }).click()
    await picture(page, 'boutique-categories-360')
    expect(await page.locator('#all-categories a').count()).toBe(20)
    await page.locator('#all-categories').getByRole('link', { name: 'Soaps & oils' }).click()
    await page.getByRole('heading', { name: 'Soaps & oils', level: 1 }).waitFor()
    await context.close()
  })

  it('a picture that is gone leaves a plain place, and a shop without pictures has none', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    await page.goto(`${origin}/shop/boutique/p/product-8`)
    await page.locator('.slides .picture.empty').waitFor()
    for (const path of ['', '/c/Bakes', '/p/bread-1']) {
      await page.goto(`${origin}/shop/bakery${path}`)
      expect([path, await page.locator('.picture').count()]).toEqual([path, 0])
    }
    await page.close()
  })

  it.each(['', '/c/Sarees', '/p/product-0', '/cart'])(
    'a phone loads at most 400 KB of pictures for the first view: %s',
    async (path) => {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
      if (path === '/cart') {
        await page.goto(`${origin}/shop/boutique/p/product-0`)
        await started(page, 'buy')
        await page.getByRole('button', { name: 'Add to cart' }).click()
        await page.getByText('It is in your cart.').waitFor()
      }
      const sizes: Promise<[string, number]>[] = []
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'image') return
        sizes.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize]))
      })
      await page.goto(`${origin}/shop/boutique${path}`, { waitUntil: 'load' })
      await page.locator('img').first().waitFor()
      const loaded = await Promise.all(sizes)
      expect(loaded.length).toBeGreaterThan(0)
      expect(loaded.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(400_000)
      await page.close()
    },
  )
})
