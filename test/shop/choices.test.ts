import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { noBrowser, openBrowser, openPage, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
const variant = (Size: string, Colour: string, more: object) => ({ options: { Size, Colour }, ...more })
const { subdomain: other } = await shop.addStore({
  products: [
    {
      ...{
        slug: 'shirt',
        name: 'Shirt',
        price: 5,
        images: ['/pictures/assam.svg'],
        description: 'Long.\n\n'.repeat(40),
      },
      variants: [
        variant('M', 'red', { stock: 30, picture: '/pictures/assam.svg' }),
        variant('M', 'blue', { stock: 0, picture: '/pictures/assam-leaf.svg' }),
        variant('L', 'red', { stock: 30, price: 7, picture: 'https://elsewhere.example/l.jpg' }),
        variant('S', 'red', { stock: 30, price: 6, picture: '/pictures/assam-leaf.svg' }),
      ],
    },
  ],
})

describe('a choice, in Chromium', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  /** The page remembers that it is the same document. */
  const open = async (path: string, width: 360 | 1280) => {
    const seen = await openPage(browser, { scheme: 'light', width })
    await seen.page.goto(`${origin}/shop${path}`)
    await started(seen.page, 'choices')
    await seen.page.evaluate(() => Object.assign(window, { isSame: true }))
    return seen
  }
  const isSame = (page: Page) => page.evaluate(() => 'isSame' in window)
  const said = (page: Page, text: string) => page.locator('#said', { hasText: text }).waitFor({ state: 'attached' })
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())
  const entries = (page: Page) => page.evaluate(() => history.length)

  it('of a variant changes price, picture and button where they are, and Back leads to the one before', async () => {
    const { page, complaints, close } = await open(`/${other}/p/shirt`, 360)
    const before = await entries(page)
    await page.getByLabel('Quantity').fill('3')
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }))
    const link = page.getByRole('link', { name: /^S\b/ })
    // Otherwise the page may still be on its way there.
    await link.evaluate((element) => element.focus({ preventScroll: true }))
    const top = await page.evaluate(() => scrollY)
    await page.keyboard.press('Enter')
    await said(page, '₹6, In stock')
    expect(page.url()).toContain('?variant=')
    expect([await focused(page), await page.evaluate(() => scrollY), await isSame(page)]).toEqual(['S₹6', top, true])
    expect(await link.getAttribute('aria-current')).toBe('true')
    expect(await page.locator('.slide').first().getAttribute('href')).toBe('/pictures/assam-leaf.svg')
    expect(await page.locator('.bar-price').innerText()).toBe('₹6')
    expect(await page.getByLabel('Quantity').inputValue()).toBe('3')
    // The one that is chosen already.
    await link.click()
    expect(await entries(page)).toBe(before + 1)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('It is in your cart.').waitFor()
    await page.getByText('3 of this in your cart').waitFor()

    await page.getByRole('link', { name: /^M\b/ }).click()
    await said(page, '₹5, In stock')
    await page.getByRole('link', { name: /^blue/ }).click()
    await said(page, 'Sold out')
    expect(await page.getByRole('button', { name: 'Add to cart' }).count()).toBe(0)
    await page.goBack()
    await said(page, '₹5, In stock')
    await page.goBack()
    await said(page, '₹6, In stock')
    expect([await page.locator('.variant[aria-current] > span').allInnerTexts(), await isSame(page)]).toEqual([
      ['S', 'red'],
      true,
    ])
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('4 of this in your cart').waitFor()
    await page
      .getByRole('link', { name: /^Enlarge/ })
      .first()
      .click()
    expect(await page.locator('dialog.zoomed').isVisible()).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  it('that is on its way is what is put into the cart, and what was put there before is called so', async () => {
    const { page, close } = await open(`/${other}/p/shirt`, 1280)
    const release: Record<string, () => void> = {}
    const hold = (path: string) => {
      const released = new Promise<void>((resolve) => Object.assign(release, { [path]: resolve }))
      return page.route(path, (route) => released.then(() => route.continue()))
    }
    const add = page.getByRole('button', { name: 'Add to cart' })
    const added: string[] = []
    page.on('request', (request) => request.url().endsWith('/cart/add') && added.push(request.postData() ?? ''))
    const link = page.getByRole('link', { name: /^S\b/ })
    const id = new URL((await link.getAttribute('href')) ?? '', origin).searchParams.get('variant')

    await hold('**/p/shirt?*')
    await link.click()
    await page.locator('#product[aria-busy]').waitFor()
    await add.click()
    release['**/p/shirt?*']?.()
    await page.getByText('It is in your cart.').waitFor()
    expect(added.map((body) => new URLSearchParams(body).get('variantId'))).toEqual([id])

    await hold('**/cart/add')
    await add.click()
    await page.getByText('Adding…').waitFor()
    await page.getByRole('link', { name: /^M\b/ }).click()
    await said(page, '₹5, In stock')
    release['**/cart/add']?.()
    await page.getByText('The one chosen before is in your cart.').waitFor()
    await close()
  })

  it('whose picture is somewhere else is a page of its own, whose policy lets it through', async () => {
    const { page, close } = await open(`/${other}/p/shirt`, 1280)
    const contentType = 'image/svg+xml'
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    await page.route('https://elsewhere.example/**', (route) => route.fulfill({ contentType, body }))
    await page.getByRole('link', { name: /^L\b/ }).click()
    await page.waitForURL(/variant=/)
    await page.locator('img[src="https://elsewhere.example/l.jpg"]').first().waitFor({ state: 'attached' })
    expect(await isSame(page)).toBe(false)
    await close()
  })

  it('of filters and order changes the list, says how many there are, and has one entry in the history each', async () => {
    const { page, complaints, close } = await open('/demo/search', 1280)
    const before = await entries(page)
    const total = (await page.locator('.list-head [data-said]').innerText()) ?? ''
    const tick = page.getByLabel('Green tea')
    await tick.check()
    await said(page, '6 products')
    expect(await page.locator('.list-head [data-said]').innerText()).toBe('6 products')
    expect(await tick.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByLabel('Sort by').selectOption('price_desc')
    await page.waitForURL(/sort=price_desc/)
    expect([new URL(page.url()).search, await entries(page)]).toEqual([
      '?sort=price_desc&category=Green+tea',
      before + 2,
    ])
    const names = page.locator('.card-name')
    const first = await names.first().innerText()
    // What is shared is the same list.
    const shared = await openPage(browser, { scheme: 'light', width: 1280 })
    await shared.page.goto(page.url())
    expect(await shared.page.locator('.card-name').first().innerText()).toBe(first)
    await shared.close()

    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('sort'))
    await page.waitForFunction((name) => document.querySelector('.card-name')?.textContent?.trim() !== name, first)
    expect(await page.getByLabel('Sort by').inputValue()).toBe('')
    await page.getByRole('link', { name: 'Without Green tea' }).click()
    await said(page, total)
    expect([await tick.isChecked(), await page.locator('.chips').count(), await focused(page)]).toEqual([
      false,
      0,
      total,
    ])
    expect([await isSame(page), complaints]).toEqual([true, []])
    expect(await violations(page)).toEqual([])
    await close()
  })

  it('in the panel of a phone leaves it open, and its button says how many there are', async () => {
    const { page, close } = await open('/demo/search', 360)
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    await page.getByLabel('Green tea').check()
    const button = page.getByRole('button', { name: 'Show 6 products' })
    await button.waitFor()
    await page.getByLabel('Lowest price').fill('1000')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: /^Show [1-5] products?$/ }).click()
    expect(await page.locator('#filters').isVisible()).toBe(false)
    expect(new URL(page.url()).search).toBe('?category=Green+tea&min_price=1000')
    expect(await isSame(page)).toBe(true)
    await close()
  })

  it('goes to the page when it cannot be fetched', async () => {
    const { page, close } = await open('/demo/search', 1280)
    let failed = 0
    await page.route('**/search?*', (route) => {
      failed += 1
      return failed === 1 ? route.abort() : route.continue()
    })
    await page.getByLabel('Green tea').check()
    await page.waitForFunction(() => !('isSame' in window))
    expect(await page.locator('.list-head [data-said]').innerText()).toBe('6 products')
    await close()
  })
})
