import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** For a page that draws its editor while the machine is busy. */
const PATIENCE = 60_000

let shop: Shop
let browser: Browser

describe.skipIf(noBrowser !== null)(`GraphiQL, in Chromium${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  beforeAll(async () => {
    shop = await openShop()
    browser = await openBrowser()
  }, PATIENCE)
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it(
    'runs its first query, with workers, under its policy and from this server alone',
    async () => {
      const { subdomain } = await shop.addStore({ store: { businessName: 'Chai House' } })
      const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
      const { page, complaints, requests, close } = await openPage(browser, { scheme: 'light', width: 1280 })
      page.setDefaultTimeout(PATIENCE)
      const worker = page.waitForEvent('worker')
      await page.goto(`${origin}/api/sites/${subdomain}/graphql`)
      expect((await worker).url()).toMatch(/\/graphiql\/\w+\/[a-z]+-worker\.js$/)
      await page.getByRole('button', { name: 'Execute query' }).click()
      await page.locator('.result-window').getByText('Chai House').waitFor()
      await picture(page, 'graphiql')

      expect(complaints).toEqual([])
      const asked = requests.filter((url) => !/^(blob|data):/.test(url)).map((url) => new URL(url))
      expect(new Set(asked.map((url) => url.origin))).toEqual(new Set([origin]))
      expect(asked.map(({ pathname }) => pathname)).toContainEqual(expect.stringMatching(/\/graphiql\.css$/))
      await close()
    },
    2 * PATIENCE,
  )
})
