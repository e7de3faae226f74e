import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderSite } from '../../src/docs/render/render-site.ts'
import { createServer } from '../../src/server.ts'
import { violations } from '../support/axe.ts'
import { looks, noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { long } from '../support/chance.ts'
import { needs } from '../support/needs.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** One of each kind; `npm run test:long` takes all. */
const SOME = ['', 'storefront', 'errors', 'rest', 'rest/checkout', 'graphql/storefront', 'graphql/owner/values']

let shop: Shop
let app: FastifyInstance
let browser: Browser
let origin: string

const hostsOf = (requests: string[]) => [
  ...new Set(requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin)),
]

describe('the documentation, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    shop = await openShop()
    await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
    const config = { trustProxy: null, defaultStore: 'demo', graphiql: true, metrics: false }
    app = await createServer({ services: shop.services, config, isReady: async () => true })
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
    await shop?.close()
  })

  // The other two looks differ in nothing that these do not show.
  it.each([looks[0], looks[3]])('has nothing that axe finds: $scheme, $width pixels wide', async (look) => {
    const files = long ? await renderSite({ graphql: true }) : []
    const pages = files.filter(({ immutable }) => !immutable).map(({ path }) => path)
    const { page, complaints, requests, close } = await openPage(browser, look)
    for (const path of long ? pages : SOME) {
      await page.goto(`${origin}/docs${path && `/${path}`}`)
      expect([path, await violations(page)]).toEqual([path, []])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([path, overflow]).toEqual([path, 0])
    }
    expect(complaints).toEqual([])
    expect(hostsOf(requests)).toEqual([origin])
    await close()
  })

  it.each([looks[0], looks[3]])('searches by keyboard: $scheme, $width pixels wide', async (look) => {
    const { page, complaints, requests, close } = await openPage(browser, look)
    await page.goto(`${origin}/docs/errors`)
    expect(requests.some((url) => url.includes('search'))).toBe(false)
    await page.getByRole('button', { name: 'Search' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('Product.salePrice')
    await page.getByRole('dialog').getByRole('link').first().waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, `docs-search-${look.scheme}-${look.width}`)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/docs/graphql/storefront/types#Product.salePrice`)
    expect(await page.locator('li:target').innerText()).toContain('salePrice')
    expect(complaints).toEqual([])
    await close()
  })

  it('logs in and uses the token, with the store and the product that are here', async () => {
    const { page, complaints, requests, close } = await openPage(browser, { scheme: 'light', width: 360 })
    const formOf = async (operation: string) => {
      await page.locator(`.operation:has(#${operation}) summary`, { hasText: 'Try it' }).click()
      return page.locator(`form[data-try=${operation}]`)
    }
    await page.goto(`${origin}/docs/rest/customer`)
    const logIn = await formOf('logIn')
    await logIn.getByRole('button', { name: 'Send' }).click()
    await logIn.getByRole('status').getByText(/^200/).waitFor()
    const me = await formOf('me')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#try-me-Authorization')?.value !== '')
    await me.getByRole('button', { name: 'Send' }).click()
    await me.getByRole('status').getByText(/^200/).waitFor()
    expect(await me.locator('.answer code').innerText()).toContain('Asha')
    expect(await me.locator('.curl').innerText()).toMatch(
      /^curl -i 'http:.*\/customer\/me' \\\n {2}-H 'Authorization: Bearer /,
    )
    expect(await violations(page)).toEqual([])
    await picture(page, 'docs-try-360')

    await page.goto(`${origin}/docs/rest/reviews`)
    const reviews = await formOf('reviews')
    await reviews.getByRole('button', { name: 'Send' }).click()
    await reviews.getByRole('status').getByText(/^200/).waitFor()
    await page.goto(`${origin}/docs/rest/products`)
    const products = await formOf('products')
    await products.getByLabel('subdomain').fill('nobody')
    await products.getByRole('button', { name: 'Send' }).click()
    await products.getByRole('status').getByText(/^404/).waitFor()
    // The browser remarks on the status of that answer.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
    expect(hostsOf(requests)).toEqual([origin])
    await close()
  })

  it('has a menu on a phone', async () => {
    const { page, close } = await openPage(browser, { scheme: 'dark', width: 360 })
    await page.goto(`${origin}/docs`)
    const link = page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Payments', exact: true })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await violations(page)).toEqual([])
    await picture(page, 'docs-menu-360')
    await link.click()
    await page.waitForURL(`${origin}/docs/payments`)
    await close()
  })
})
