import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { pages } from '../../src/web/shop/pages.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))
await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))

const get = (url: string, headers: Record<string, string> = {}, app = shop.app) =>
  app.inject({ url, headers: { host: 'shop.example', accept: 'text/html', ...headers } })
const html = async (url: string) => {
  const answer = await get(url)
  expect({ url, status: answer.statusCode }).toEqual({ url, status: 200 })
  return answer.body
}
/** Scripts of structured data. */
const structured = (page: string): any[] =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) => JSON.parse(json))

describe('the pages of the demo shop', () => {
  it('greet at home, with categories and products', async () => {
    const home = await html('/shop/demo')
    expect(home).toContain('<h1 dir="auto">Demo Tea House</h1>')
    expect(home).toContain('href="/shop/demo/c/Black%20tea"')
    expect(home).toContain('href="/shop/demo/p/assam"')
    expect(home).toContain('₹399.50')
    expect(home).toContain('src="/pictures/hero.svg"')
    expect(home).toContain('<link rel="canonical" href="http://shop.example/shop/demo"/>')
  })

  it('show a category, and find it whatever its case', async () => {
    const page = await html('/shop/demo/c/green%20TEA')
    expect(page).toContain('<h1 dir="auto">Green tea</h1>')
    expect(page).toContain('6 products')
    expect(page).toContain('<link rel="canonical" href="http://shop.example/shop/demo/c/Green%20tea"/>')
    expect(page).not.toContain('href="/shop/demo/p/assam"')
  })

  it('show a category without a product that meets the filters, and none that no product has', async () => {
    const empty = await html('/shop/demo/c/Green%20tea?min_price=99999')
    expect(empty).toContain('No product meets all of the chosen filters.')
    for (const url of ['/shop/demo/c/Coffee', '/shop/demo/c/Coffee?min_price=1', '/shop/demo/c/Green'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  })

  it('find products by words, filters and order, all in the address', async () => {
    const found = await html('/shop/demo/search?q=darjeling&max_price=400&sort=price_asc')
    expect(found).toContain('Results for “darjeling”')
    const places = ['darjeeling-second-flush', 'darjeeling-first-flush'].map((slug) => found.indexOf(`/p/${slug}"`))
    expect(places[0]).toBeGreaterThan(0)
    expect(places[0]).toBeLessThan(places[1] ?? 0)
    expect(found).toContain('Up to ₹400')
    expect(found).toContain('<option value="price_asc" selected>')
    expect(found).toContain('noindex')
    const brand = await html('/shop/demo/search?brand=Singtom+Hill&option.size=50g&in_stock=1')
    expect(brand).toContain('name="option.size" value="50g" checked')
    expect(brand).toContain('size: 50g')
  })

  it('help on where nothing is found', async () => {
    const nothing = await html('/shop/demo/search?q=submarine')
    expect(nothing).toContain('Nothing found')
    expect(nothing).toContain('Look around')
    expect(await html('/shop/demo/search?q=tea&min_price=99999')).toContain('Clear the filters')
  })

  it('take what does not fit in an address for left out', async () => {
    const odd = 'min_price=cheap&sort=chaos&after=&option.=x&max_price=9&min_price=5&q=a&q='
    expect(await html(`/shop/demo/search?${odd}`)).toContain('All products')
  })

  it('lead through a long list, page by page', async () => {
    const first = await html('/shop/demo/search')
    const next = /href="([^"]+after=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await html(next)
    expect(second).toContain('First page')
    const slugs = (page: string) => [...page.matchAll(/\/p\/([\w-]+)"/g)].map(([, slug]) => slug)
    expect(new Set([...slugs(first), ...slugs(second)]).size).toBe(27)
  })

  it('show a product with its variants, attributes and reviews', async () => {
    const page = await html('/shop/demo/p/assam')
    for (const text of ['Dihing Gardens', 'Assam, India', 'In stock', '200g tin', 'Farida K.', 'You may also like'])
      expect(page).toContain(text)
    expect(page).toContain('alt="A heap of brown and copper leaves of Assam tea"')
    const tin = /href="([^"]+variant=[^"]+)"[^>]*><span dir="auto">200g tin/.exec(page)?.[1] ?? ''
    expect(await html(tin)).toMatch(/aria-current="true"[^>]*><span dir="auto">200g tin/)
    const [product, crumbs] = structured(page)
    expect(product).toMatchObject({
      '@type': 'ProductGroup',
      name: 'Assam',
      aggregateRating: { reviewCount: 3 },
      hasVariant: [{ offers: { price: 499 } }, { offers: { price: 399.5, priceCurrency: 'INR' } }],
    })
    expect(crumbs.itemListElement).toHaveLength(3)
  })

  it('are listed for search engines', async () => {
    const index = await get('/shop/demo/sitemap.xml')
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(index.body).toContain('<sitemap><loc>http://shop.example/shop/demo/sitemap/1</loc></sitemap>')
    const part = await html('/shop/demo/sitemap/1')
    expect(part.match(/<url>/g)).toHaveLength(27 + 5 + 1 + 1)
    expect(part).toMatch(/<loc>http:\/\/shop\.example\/shop\/demo\/p\/assam<\/loc><lastmod>20[^<]+<\/lastmod>/)
    expect(part).not.toContain('winter-tisane')
    for (const none of ['2', '0', 'x']) expect(await html(`/shop/demo/sitemap/${none}`)).not.toContain('<url>')
    const robots = await get('/robots.txt')
    expect([robots.statusCode, robots.body]).toEqual([200, expect.stringContaining('Disallow: /api/')])
  })

  it('subscribe to the newsletter by a plain form of the shop alone', async () => {
    const post = (headers: Record<string, string>, payload = 'email=Asha%40example.com') =>
      shop.app.inject({
        method: 'POST',
        url: '/shop/demo/newsletter',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          host: 'shop.example',
          accept: 'text/html',
          ...headers,
        },
        payload,
      })
    for (const foreign of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }] as const)
      expect((await post({ ...foreign })).statusCode).toBe(403)
    const fromHere = { 'sec-fetch-site': 'same-origin', referer: 'http://shop.example/shop/demo/p/assam?a=1' }
    const mistaken = await post(fromHere, 'email=asha')
    expect([mistaken.statusCode, mistaken.body]).toEqual([400, expect.stringContaining('Valid email required')])
    expect(mistaken.body).toContain('href="/shop/demo/p/assam?a=1">Go back')
    const fromElsewhere = await post({ ...fromHere, referer: 'https://evil.example/x' }, 'email=asha')
    expect(fromElsewhere.body).not.toContain('evil.example')
    expect(await shop.database.prisma.subscriber.count()).toBe(0)
    for (const own of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://shop.example' }] as const)
      expect((await post({ ...own })).headers.location).toBe('/shop/demo/thanks/newsletter')
    expect(await html('/shop/demo/thanks/newsletter')).toContain('The shop has your address')
    expect(await shop.database.prisma.subscriber.findMany()).toMatchObject([
      { email: 'asha@example.com', source: 'shop' },
    ])
  })
})

describe('a page', () => {
  let store: Store
  beforeEach(async () => {
    store = await shop.addStore({ products: [{ slug: 'assam', name: 'Assam', price: 499 }] })
  })
  const home = () => `/shop/${store.subdomain}`

  it('is sent from the cache until the store changes, and not at all to who has it', async () => {
    const first = await get(home(), { 'accept-encoding': 'br' })
    shop.statements()
    const again = await get(home(), { 'accept-encoding': 'br', authorization: 'Bearer nonsense', cookie: 'a=b' })
    expect(shop.statements()).toEqual([])
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    const same = [
      'content-security-policy',
      'content-type',
      'cache-control',
      'etag',
      'content-encoding',
      'referrer-policy',
    ]
    for (const name of same) expect([name, again.headers[name]]).toEqual([name, first.headers[name]])
    expect(again.headers['access-control-allow-origin']).toBeUndefined()
    expect(
      (await get(home(), { 'if-none-match': String(first.headers.etag), 'accept-encoding': 'br' })).statusCode,
    ).toBe(304)
    const owner = await ownerOf(shop, store)
    await owner.ask('mutation { updateStore(input: { appearance: { name: "Chai" } }, version: 1) { version } }')
    expect((await get(home())).body).toContain('<h1 dir="auto">Chai</h1>')
  })

  it('is sent in front of the framework with the same headers', async () => {
    const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const headersOf = async () => {
      const { headers, status } = await fetch(origin + home(), { headers: { 'accept-encoding': 'identity' } })
      const left = Object.fromEntries([...headers].filter(([name]) => !/^(x-request-id|date|ratelimit)/.test(name)))
      return { status, ...left }
    }
    const made = await headersOf()
    expect(await headersOf()).toEqual(made)
    expect(made).toMatchObject({ status: 200, 'content-type': 'text/html; charset=utf-8' })
  })

  it('allows nothing inline, and pictures from the hosts that it names', async () => {
    const policy = String((await get(home())).headers['content-security-policy'])
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    const other = await shop.addStore({
      store: { appearance: { accentColor: '#FFD400' } },
      products: [{ slug: 'a', name: 'A', price: 1, images: ['https://images.example/a.jpg', '/pictures/assam.svg'] }],
    })
    const page = await get(`/shop/${other.subdomain}/p/a`)
    expect(page.headers['content-security-policy']).toMatch(
      /style-src 'self' 'sha256-[\w+/]{43}='; .*img-src 'self' https:\/\/images\.example; /,
    )
    expect(page.body).toContain('src="/pictures/assam.svg"')
  })

  it('is a page of its own kind when it cannot be shown', async () => {
    const refused = async (url: string) => {
      const { statusCode, body, headers } = await get(url)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
      expect(body).toContain('noindex')
      return [statusCode, /<h1>(.*?)<\/h1>/.exec(body)?.[1]]
    }
    expect(await refused(`${home()}/p/none`)).toEqual([404, 'This page does not exist'])
    expect(await refused(`${home()}/nowhere`)).toEqual([404, 'This page does not exist'])
    expect(await refused('/shop/none')).toEqual([404, 'There is no shop here'])
    expect(await refused('/shop/none/p/x')).toEqual([404, 'There is no shop here'])
    const closed = await shop.addStore({ store: { active: false } })
    expect(await refused(`/shop/${closed.subdomain}`)).toEqual([404, 'This shop is closed'])
    const off = await shop.addStore({ store: { shopEnabled: false } })
    expect(await refused(`/shop/${off.subdomain}/search`)).toEqual([404, 'This shop is closed'])
    const hidden = await shop.addStore({ store: { access: { password: 'letmein', protection: 'site' } } })
    for (const path of ['', '/search', '/p/assam', '/c/tea'])
      expect(await refused(`/shop/${hidden.subdomain}${path}`)).toEqual([401, 'This shop needs a password'])
  })

  it('leaves out a slash at its end', async () => {
    const answer = await get(`${home()}/?a=1`)
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `${home()}?a=1`])
  })

  it('is only to be read', async () => {
    const answer = await shop.app.inject({ method: 'POST', url: home() })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await shop.app.inject({ method: 'HEAD', url: home() })).statusCode).toBe(200)
  })
})

describe('limits', () => {
  it('count a page as one read, kept or not, and say when to come again', async () => {
    const busy = await openShop({ policies: { read: { points: 2, seconds: 60 } } })
    try {
      const { subdomain } = await busy.addStore()
      const ask = (ip: string) => get(`/shop/${subdomain}`, { 'x-forwarded-for': ip }, busy.app)
      const answers = [await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.1')]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
      const refused = answers[2]
      expect(refused?.body).toContain('Please come again in')
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused?.headers['content-type']).toBe('text/html; charset=utf-8')
      expect((await ask('192.0.2.2')).statusCode).toBe(200)
    } finally {
      await busy.close()
    }
  })

  it('hold nobody where there is no shop', async () => {
    const without = await openShop({ shop: false })
    try {
      const { subdomain } = await without.addStore()
      for (const url of [`/shop/${subdomain}`, `/shop/${subdomain}/search`, '/shop-assets/x.css'])
        expect((await get(url, {}, without.app)).statusCode).toBe(404)
    } finally {
      await without.close()
    }
  })
})

describe('style and scripts', () => {
  it('are small, named by their content, and kept for good', async () => {
    const home = await html('/shop/demo')
    const urls = [...home.matchAll(/(?:href|src)="(\/shop-assets\/[^"]+\.(?:css|js))"/g)].map(([, url = '']) => url)
    expect(urls.map((url) => /^\/shop-assets\/(shop|main)-[A-Z0-9]{8}\.(css|js)$/.exec(url)?.[1])).toEqual([
      'shop',
      'main',
    ])
    for (const coding of ['br', 'gzip'] as const) {
      const [style, script] = await Promise.all(urls.map((url) => get(url, { 'accept-encoding': coding })))
      for (const file of [style, script]) {
        expect(file?.headers).toMatchObject({
          'content-encoding': coding,
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'Accept-Encoding',
        })
      }
      expect(style?.rawPayload.length).toBeLessThan(15 * 1024)
      expect(script?.rawPayload.length).toBeLessThan(40 * 1024)
    }
    expect((await get('/shop-assets/manifest.json')).statusCode).toBe(404)
  })
})

it('every page has a test that asks for it', () => {
  expect(pages.map(({ path }) => path)).toEqual([
    '/shop/:subdomain',
    '/shop/:subdomain/search',
    '/shop/:subdomain/c/:category',
    '/shop/:subdomain/p/:idOrSlug',
    '/shop/:subdomain/sitemap.xml',
    '/shop/:subdomain/sitemap/:part',
    ...['/shop/:subdomain/thanks/:what', '/shop/:subdomain/pages/:slug'],
  ])
})
