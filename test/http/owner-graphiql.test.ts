import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** For a page that draws its editor while the machine is busy. */
const PATIENCE = 60_000

let shop: Shop
let store: Store
let owner: Owner
let browser: Browser
let address: string

describe.skipIf(noBrowser !== null)(`the owner's GraphiQL, in Chromium${noBrowser ? ` (${noBrowser})` : ''}`, () => {
  beforeAll(async () => {
    shop = await openShop()
    store = await shop.addStore({ store: { businessName: 'Chai House' } })
    owner = await ownerOf(shop, store)
    address = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/api/sites/${store.subdomain}/owner/graphql`
    browser = await openBrowser()
  }, PATIENCE)
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it(
    'asks for the key until it is a good one, then explores the schema; the key stays in the tab',
    async () => {
      const { page, complaints, requests, close } = await openPage(browser, { scheme: 'light', width: 1280 })
      page.setDefaultTimeout(PATIENCE)
      await page.goto(address)
      const key = page.getByLabel('Owner key of this store')
      const enter = async (text: string) => {
        await key.fill(text)
        await page.getByRole('button', { name: 'Open', exact: true }).click()
      }
      await key.waitFor()
      await picture(page, 'owner-key')

      await enter(`sk_${'A'.repeat(43)}`)
      await page.getByText('This key is not one of the store, or was revoked.').waitFor()
      // The refusals that made it ask are no mistakes of the page.
      const refusals = complaints.splice(0)
      expect(refusals.filter((text) => !/401/.test(text))).toEqual([])

      await enter(owner.key)
      await page.getByRole('button', { name: 'Execute query' }).waitFor()
      await page.locator('#key-dialog').waitFor({ state: 'hidden' })
      // The editor knows the schema once its documentation does.
      await page.getByLabel('Show Documentation Explorer').click()
      await page.getByText('What the owner of a store reads.').or(page.getByText('Root Types')).first().waitFor()
      await page.getByRole('button', { name: 'Execute query' }).click()
      await page.locator('.result-window').getByText('Chai House').waitFor()
      await picture(page, 'owner-graphiql')

      expect(complaints).toEqual([])
      expect(new Set(requests.filter((url) => !/^(blob|data):/.test(url)).map((url) => new URL(url).origin))).toEqual(
        new Set([new URL(address).origin]),
      )
      expect(page.url()).toBe(address)
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
      expect(kept).not.toContain(owner.key)
      expect(requests.join()).not.toContain(owner.key)
      await close()
    },
    2 * PATIENCE,
  )
})
