import { gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

/** For a page that draws its editor while the machine is busy. */
const PATIENCE = 60_000

const shop = await forAllTests(openShop())
const store = await shop.addStore({ store: { businessName: 'Chai House' } })
const base = `/api/sites/${store.subdomain}`

describe('the pages of GraphiQL', () => {
  const headers = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br' }
  const look = (url: string) => shop.app.inject({ url, headers })
  const assetsOf = (html: string, url: string) =>
    [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => new URL(path, `http://shop${url}`).pathname)

  it.each([
    ['/graphql', 5],
    ['the store’s own path', 5],
    ['the owner’s path', 6],
  ])('are small at %s, and load the rest from this server alone', async (place, count) => {
    const owner = place === 'the owner’s path'
    const url = place === '/graphql' ? place : `${base}${owner ? '/owner' : ''}/graphql`
    const answer = await look(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).toContain('query Welcome')
    expect(answer.body).toContain('name="viewport"')
    expect(answer.rawPayload.length).toBeLessThan(5_000)
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
    expect(answer.body).not.toMatch(/<script>|(src|href)="?(https?:|\/\/)/)
    const assets = assetsOf(answer.body, url)
    expect(assets).toHaveLength(count - 1)
    for (const path of assets) expect((await look(path)).statusCode).toBe(200)
  })

  it('load what is compressed, and kept by the browser for good', async () => {
    const script = assetsOf((await look('/graphql')).body, '/graphql').find((path) => path.endsWith('/graphiql.js'))
    const packed = await look(script ?? '')
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    const plain = await shop.app.inject({ url: script ?? '' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })

  it('load nothing else', async () => {
    const [script = ''] = assetsOf((await look('/graphql')).body, '/graphql')
    for (const path of [script.replace(/[^/]+$/, 'nothing.js'), script.replace(/graphiql\/\w+/, 'graphiql/old')]) {
      const answer = await look(path)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('<title>Page not found</title>')
    }
  })
})

describe('GraphiQL, in Chromium', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  }, PATIENCE)
  afterAll(() => browser?.close())

  it(
    'runs its first query, with workers, under its policy and from this server alone',
    async () => {
      const { page, complaints, requests, close } = await openPage(browser, { scheme: 'light', width: 1280 })
      page.setDefaultTimeout(PATIENCE)
      const worker = page.waitForEvent('worker')
      await page.goto(`${origin}${base}/graphql`)
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

  it(
    'has room for the query, its answer and the documentation on a phone',
    async () => {
      const { page, complaints, close } = await openPage(browser, { scheme: 'light', width: 360 })
      page.setDefaultTimeout(PATIENCE)
      await page.goto(`${origin}${base}/graphql`)
      await page.getByRole('button', { name: 'Execute query' }).click()
      await page.locator('.result-window').getByText('Chai House').waitFor()
      const roomOf = async (selector: string) => {
        const { x = -1, y = -1, width = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {}
        return { width, height, isSeen: x >= 0 && y >= 0 && x + width <= 360 && y + height <= 720 }
      }
      await picture(page, 'graphiql-360')
      for (const selector of ['.graphiql-editors', '.graphiql-response']) {
        const { width, height, isSeen } = await roomOf(selector)
        expect([selector, isSeen, width > 300, height > 150]).toEqual([selector, true, true, true])
      }
      await page.getByLabel('Show Documentation Explorer').click()
      await page.getByText('Root Types').waitFor()
      await picture(page, 'graphiql-documentation-360')
      const { width, isSeen } = await roomOf('.graphiql-plugin')
      expect([isSeen, width > 300]).toEqual([true, true])
      expect(complaints).toEqual([])
      await close()
    },
    2 * PATIENCE,
  )

  it(
    'asks the owner for the key until it is a good one, then explores the schema; the key stays in the tab',
    async () => {
      const owner = await ownerOf(shop, store)
      const address = `${origin}${base}/owner/graphql`
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
      await page.getByText('The queries of the owner’s API.').or(page.getByText('Root Types')).first().waitFor()
      await page.getByRole('button', { name: 'Execute query' }).click()
      await page.locator('.result-window').getByText('Chai House').waitFor()
      await picture(page, 'owner-graphiql')

      expect(complaints).toEqual([])
      expect(new Set(requests.filter((url) => !/^(blob|data):/.test(url)).map((url) => new URL(url).origin))).toEqual(
        new Set([origin]),
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
