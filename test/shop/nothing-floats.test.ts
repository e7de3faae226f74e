import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillTown } from '../support/address-fields.ts'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
const sizes = ['36', '37', '38', '39', '40', '41']
const colours = ['Red', 'Blue', 'Green', 'Black', 'Sand']
const { subdomain: other } = await shop.addStore({
  store: { businessName: 'The Very Long Name of a Real Shop in Pune', chat: { enabled: true } },
  products: [
    {
      ...{ slug: 'boot', name: 'Hand-stitched full-grain leather boot '.repeat(4).trim(), price: 5600 },
      ...{ brand: 'Boots of Shillong', images: ['/pictures/assam.svg', '/pictures/assam-leaf.svg'] },
      variants: sizes.flatMap((Size) => colours.map((Colour) => ({ options: { Size, Colour }, stock: 1 }))),
    },
    {
      ...{ slug: 'thread', name: 'Thread', price: 40 },
      variants: Array.from({ length: 30 }, (_, at) => ({ options: { shade: `Shade ${at + 100}` } })),
    },
  ],
})

/** What can be pressed and is covered by something else, at any position to which the page can be scrolled. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const atEdges = [...document.querySelectorAll<HTMLElement>('.top, .buy')].filter(
      (element) => getComputedStyle(element).position === 'sticky',
    )
    const { scrollHeight } = document.documentElement
    for (let y = 0; y < scrollHeight; y += 90) {
      scrollTo({ top: y, behavior: 'instant' })
      const bars = atEdges.map((element) => ({ element, box: element.getBoundingClientRect() }))
      for (const element of document.querySelectorAll('a, button, input, select, textarea, summary')) {
        if (!element.checkVisibility()) continue
        const box = element.getBoundingClientRect()
        const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2]
        if (box.width < 2 || x < 0 || x > innerWidth || middle < 0 || middle > innerHeight) continue
        // What scrolls on under the header or the bar at the lower edge has been, or will be, between them.
        if (
          bars.some((bar) => !bar.element.contains(element) && middle > bar.box.top - 1 && middle < bar.box.bottom + 1)
        )
          continue
        const top = document.elementFromPoint(x, middle)
        if (top && !element.contains(top) && !top.contains(element) && !top.closest('label')?.contains(element))
          found.add(`${element.outerHTML.slice(0, 90)} below ${top.outerHTML.slice(0, 90)} at ${y}`)
      }
    }
    return [...found]
  })

describe('on a phone', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const openPhone = async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    return { page, open: (path: string, store = 'demo') => page.goto(`${origin}/shop/${store}${path}`) }
  }

  it('nothing floats over what can be pressed, on any page', async () => {
    const { page, open } = await openPhone()
    const check = async (name: string) => {
      expect([name, await covered(page)]).toEqual([name, []])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([name, width]).toEqual([name, 360])
    }
    for (const path of [
      '',
      '/search',
      '/search?q=nothing-like-it',
      '/c/Green%20tea',
      '/p/assam',
      '/p/masala-chai',
      '/p/none',
    ])
      await open(path).then(() => check(path))
    for (const path of ['/track', '/contact', '/chat', '/log-in', '/sign-up', '/forgot-password', '/p/assam/review'])
      await open(path).then(() => check(path))
    for (const path of ['', '/p/boot', '/p/thread']) await open(path, other).then(() => check(`other ${path}`))

    await open('/log-in')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Password').fill('secret1')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/\/account$/)
    const ofAccount = ['', '/orders', '/wishlist', '/addresses', '/addresses/new', '/profile', '/password', '/privacy']
    for (const path of ofAccount) await open(`/account${path}`).then(() => check(`account ${path}`))

    await open('/p/assam')
    await started(page, 'buy')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('It is in your cart.').waitFor()
    await check('added')
    for (const path of ['/cart', '/checkout']) {
      await open(path)
      expect(await page.locator('.chat-link').count()).toBe(0)
      await check(path)
    }
    await page.getByLabel('Name').first().fill('Asha Rao')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Address').first().fill('14 Chapel Road, Mumbai')
    await fillTown(page)
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    await page.waitForURL(/\/pay\//)
    expect(await page.locator('.chat-link').count()).toBe(0)
    await check('pay')
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await page.waitForURL(/\/order\//)
    await check('order')
    await page.close()
  })

  it.each([
    ['demo', 'assam'],
    [other, 'boot'],
    [other, 'thread'],
  ])('name, price and button of a product are on the first screen: %s, %s', async (store, slug) => {
    const { page, open } = await openPhone()
    await open(`/p/${slug}`, store)
    const bottomOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox()
      return box ? box.y + box.height : Number.POSITIVE_INFINITY
    }
    const bar = await page.locator('.buy').boundingBox()
    expect(await bottomOf('h1')).toBeLessThanOrEqual(bar?.y ?? 0)
    expect(await bottomOf('.buy')).toBe(740)
    const read = async (part: string) => (await page.locator(part).innerText()).split(/\s+/)
    expect(await read('.bar-price')).toEqual(await read('.product-price .price'))
    await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
    expect((await page.locator('.top').boundingBox())?.y).toBe(0)
    expect((await page.locator('.top').boundingBox())?.height).toBeLessThan(60)
    await page.close()
  })

  it('thirty variants fit the screen', async () => {
    const { page, open } = await openPhone()
    for (const slug of ['boot', 'thread']) {
      await open(`/p/${slug}`, other)
      expect((await page.locator('.variants').boundingBox())?.height).toBeLessThan(620)
    }
    await page.close()
  })

  it('the button of the filters stays in sight in their panel', async () => {
    const { page, open } = await openPhone()
    await open('/search')
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    const button = page.locator('#filters button[type="submit"]')
    for (const top of [0, 1e6]) {
      await page.locator('#filters').evaluate((panel, y) => panel.scrollTo({ top: y, behavior: 'instant' }), top)
      const box = await button.boundingBox()
      expect(box && box.y + box.height).toBeLessThanOrEqual(740)
      await button.click({ trial: true })
    }
    await page.close()
  })
})
