import Fastify from 'fastify'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveDocs } from '../../src/web/docs/docs-plugin.ts'
import { renderSite } from '../../src/web/docs/render/render-site.ts'
import { violations } from '../support/axe.ts'
import { looks, noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { long } from '../support/chance.ts'
import { needs } from '../support/needs.ts'

/** One of each kind; `npm run test:long` takes all. */
const SOME = ['', 'client', 'rest', 'rest/loyalty', 'graphql/storefront', 'graphql/storefront/values']

const app = Fastify().decorate('baseUrlOf', () => 'http://shop.example')
let browser: Browser
let origin: string

const hostsOf = (requests: string[]) => [
  ...new Set(requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin)),
]

describe('the documentation, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    serveDocs(app, { graphql: true })
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await app.close()
  })

  it('has nothing that axe finds, light on a phone and dark on a large screen', async () => {
    const files = long ? await renderSite({ graphql: true }) : []
    const pages = files.filter(({ immutable }) => !immutable).map(({ path }) => path)
    const { page, complaints, requests, close } = await openPage(browser, looks[0])
    for (const path of long ? pages : SOME) {
      await page.goto(`${origin}/docs${path && `/${path}`}`)
      // The other two looks differ in nothing that these do not show.
      for (const { scheme, width } of [looks[0], looks[3]]) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.setViewportSize({ width, height: 720 })
        expect([path, scheme, await violations(page)]).toEqual([path, scheme, []])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect([path, width, overflow]).toEqual([path, width, 0])
      }
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
