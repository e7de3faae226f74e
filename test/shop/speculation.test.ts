import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { forms, pages, personalPages } from '../../src/web/shop/pages.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
await shop.addStore({ store: { subdomain: 'tea' } })

it('pages name the rules of what may be fetched before a shopper goes there', async () => {
  const named = String((await shop.app.inject('/shop/tea')).headers['speculation-rules'])
  expect(named).toMatch(/^"\/shop-assets\/speculation-[A-Z0-9]{8}\.json"$/)
  const rules = await shop.app.inject({ url: named.slice(1, -1), headers: { 'accept-encoding': 'identity' } })
  expect(rules.headers).toMatchObject({
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(rules.json()).toEqual(JSON.parse(readFileSync('src/web/shop/speculation.json', 'utf8')))
})

it('Chromium fetches pages that are the same for all, and nothing else', needs(noBrowser), async () => {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    const preloading = await context.newCDPSession(page)
    let fetched: string[] = []
    preloading.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
      fetched = preloadingAttemptSources.map(({ key }) => new URL(key.url).pathname + new URL(key.url).search)
    })
    await preloading.send('Preload.enable')
    await page.goto(`${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/shop/tea`)
    const filled = ({ path }: { path: string }) => path.replace(':subdomain', 'tea').replaceAll(/:\w+/g, 'x')
    const isForAll = ({ path }: { path: string }) => !/sitemap|thanks/.test(path)
    const wanted = pages.filter(isForAll).map(filled)
    const unwanted = [...personalPages, ...forms, ...pages.filter((page) => !isForAll(page))].map(filled)
    const others = ['account', 'log-in', 'checkout', 'order/ORD-1', 'unlock'].map((name) => `/shop/tea/${name}`)
    const atOwnHost = (path: string) => path.replace('/shop/tea', '') || '/'
    const withQuery = (path: string) => `${path}?q=a&option.size=b`
    const expected = [...wanted, ...wanted.map(atOwnHost)].flatMap((path) => [path, withQuery(path)])
    const links = [...expected, ...[...unwanted, ...others].flatMap((path) => [path, atOwnHost(path)])]
    await page.evaluate((paths) => {
      document.body.replaceChildren(
        ...paths.map((path) => Object.assign(document.createElement('a'), { href: path, textContent: path })),
      )
    }, links)
    await expect.poll(() => fetched.toSorted()).toEqual(expected.toSorted())
  } finally {
    await browser.close()
  }
})
