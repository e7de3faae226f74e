import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { storeCode } from '../../src/commerce/customers/mails/codes.ts'
import { newCode } from '../../src/platform/secrets/typed-code.ts'
import { plainPath } from '../../src/web/shop/http/own-hosts.ts'
import { createShopHosts } from '../../src/web/shop/http/shop-hosts.ts'
import { pages, personalPages } from '../../src/web/shop/pages.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited }, shopDomain: 'shops.example.com' }))

const store = (word: string) => ({
  store: { subdomain: word, businessName: `${word} House`, chat: { enabled: true } },
  products: [
    {
      ...{ slug: 'assam', name: `${word} Assam`, category: 'Tea', price: 5 },
      images: ['/pictures/assam.svg', 'https://images.example/a.jpg'],
    },
  ],
  pages: [{ slug: 'terms', title: `${word} terms`, markdown: 'See [us](/contact).', published: true }],
})
await shop.addStore(store('kettle'))
await shop.addStore(store('saucer'))

const MAIN = 'gateway.example.com'
const hostOf = (word: string) => `${word}.shops.example.com`
const get = (host: string, url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers: { host, accept: 'text/html', ...headers } })
const post = (host: string, url: string, payload: string, headers: Record<string, string> = {}) =>
  shop.app.inject({
    ...{ method: 'POST', url, payload },
    headers: {
      ...{ host, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      ...{ 'content-type': 'application/x-www-form-urlencoded', ...headers },
    },
  })

const values: Record<string, string> = {
  ...{ ':category': 'Tea', ':idOrSlug': 'assam', ':slug': 'terms', ':part': '1', ':what': 'newsletter' },
}
const pathOf = ({ path }: { path: string }) =>
  path.replace('/shop/:subdomain', '').replaceAll(/:\w+/g, (name) => values[name] ?? name) || '/'
const forCustomers = personalPages.filter(({ needsCustomer }) => needsCustomer)
/** Others lead to a form first. */
const forAnybody = personalPages.filter(({ needsCustomer, redirect }) => !needsCustomer && !redirect)
const paths = [...pages, ...forAnybody].map(pathOf)

/** Of the page to which a link leads, such as that to log in on the way to an account. */
async function statusOf(link: string): Promise<number> {
  const { statusCode, headers } = await get(hostOf('kettle'), link.replaceAll('&amp;', '&'))
  if (statusCode !== 303) return statusCode
  expect(headers.location).toMatch(/^\/log-in\?next=/)
  return (await get(hostOf('kettle'), String(headers.location))).statusCode
}

/** Paths and URLs that a page or a sitemap leads to, loads or sends to. */
const linksIn = (body: string): string[] =>
  [...body.matchAll(/\s(?:href|src|action)="([^"]*)"|<loc>([^<]*)<\/loc>/g)].map(
    ([, attribute, location]) => attribute ?? location ?? '',
  )

it('leads from a product’s path at the site before to its page, and from earlier slugs', async () => {
  const { prisma } = shop.database
  const { id, storeId } = await prisma.product.findFirstOrThrow({ where: { name: 'kettle Assam' } })
  await prisma.redirect.createMany({
    data: [
      { storeId, kind: 'SLUG', source: 'old', productId: id },
      { storeId, kind: 'PATH', source: '/products/Tea’s best', productId: id },
    ],
  })
  const answerOf = async (host: string, url: string) => {
    const { statusCode, headers } = await get(host, url)
    return [statusCode, headers.location]
  }
  expect(await answerOf(hostOf('kettle'), '/p/old?ref=1')).toEqual([301, '/p/assam?ref=1'])
  const path = `/products/${encodeURIComponent('Tea’s best')}`
  expect(await answerOf(hostOf('kettle'), `${path}?ref=1`)).toEqual([301, '/p/assam?ref=1'])
  expect(await answerOf(hostOf('saucer'), path)).toEqual([404, undefined])
  expect(await answerOf(hostOf('kettle'), `/products/${'x'.repeat(600)}`)).toEqual([404, undefined])
  expect(await answerOf(hostOf('kettle'), '/products/%00')).toEqual([404, undefined])
})

describe.each(paths)('%s at a host of the shop’s own', (path) => {
  it('links to pages of that host alone, and to no other path than its own', async () => {
    const answer = await get(hostOf('kettle'), path)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toMatch(/\/shop\/|saucer/)
    const links = linksIn(answer.body)
    expect(links.length).toBeGreaterThan(0)
    const foreign = links.filter((link) => !/^(\/(?!\/)|#|http:\/\/kettle\.shops\.example\.com\/)/.test(link))
    expect(foreign.filter((link) => link !== 'https://images.example/a.jpg')).toEqual([])
    // What scripts put before the paths that they make is empty.
    expect(answer.body).not.toContain('data-prefix="')
    const sentTo = [...answer.body.matchAll(/<form[^>]* method="post"[^>]* action="([^"]*)"/g)].map(([, to = '']) => to)
    const pagesOfHost = new Set(links.filter((link) => /^\/(?!shop-assets)/.test(link) && !sentTo.includes(link)))
    for (const link of pagesOfHost) expect([link, await statusOf(link)]).toEqual([link, 200])
  })

  it('is not mixed up with the same page of another store', async () => {
    for (const [word, other = ''] of [
      ['kettle', 'saucer'],
      ['saucer', 'kettle'],
      ['kettle', 'saucer'],
    ] as const) {
      const { body } = await get(hostOf(word), path)
      if (path !== '/mine') expect(body).toContain(word)
      expect(body).not.toContain(other)
    }
  })

  it('is where the address at the service’s host leads', async () => {
    const moved = await get(MAIN, `/shop/kettle${path === '/' ? '' : path}?a=1`, { 'x-forwarded-proto': 'https' })
    expect([moved.statusCode, moved.headers.location]).toEqual([308, `https://kettle.shops.example.com${path}?a=1`])
    expect(moved.headers['cache-control']).toBe('public, max-age=3600')
  })
})

it.each(forCustomers.map(pathOf))('%s leads strangers to the log-in page of the same host', async (path) => {
  const { statusCode, headers } = await get(hostOf('kettle'), path)
  expect([statusCode, headers.location]).toEqual([303, `/log-in?next=${encodeURIComponent(path)}`])
  const moved = await get(MAIN, `/shop/kettle${path}`)
  expect([moved.statusCode, moved.headers.location]).toEqual([308, `http://kettle.shops.example.com${path}`])
})

it('a point at the end makes it no other host', async () => {
  for (const host of ['kettle.shops.example.com.', 'KETTLE.shops.example.com.:80']) {
    const { statusCode, body } = await get(host, '/p/assam')
    expect([statusCode, body.includes('kettle Assam')]).toEqual([200, true])
    expect((await get(host, '/console')).statusCode).toBe(404)
  }
  const login = { phone: '1', password: 'secret1' }
  const payload = new URLSearchParams(login).toString()
  const sent = await post('kettle.shops.example.com.', '/log-in', payload, {
    origin: 'http://kettle.shops.example.com.',
  })
  expect(sent.statusCode).toBe(401)
})

it('protocol and port are those of the request, in the canonical address as well', async () => {
  const canonicalAt = async (host: string, headers = {}) =>
    /<link rel="canonical" href="([^"]+)"/.exec((await get(host, '/p/assam', headers)).body)?.[1]
  expect(await canonicalAt('Kettle.Shops.example.com:4401')).toBe('http://kettle.shops.example.com:4401/p/assam')
  expect(await canonicalAt('kettle.shops.example.com', { 'x-forwarded-proto': 'https' })).toBe(
    'https://kettle.shops.example.com/p/assam',
  )
})

it.each([
  '.shops.example.com',
  'a.kettle.shops.example.com',
  'none.shops.example.com',
  'kettle/x.shops.example.com',
  '%2e.shops.example.com',
])('at %s there is no shop', async (host) => {
  for (const url of ['/', '/p/assam']) {
    const answer = await get(host, url)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.body).toContain('There is no shop here')
  }
})

it.each(['shops.example.com', 'kettleshops.example.com', 'kettle.shops.example.com.evil.example', MAIN])(
  '%s is the service’s own host',
  async (host) => {
    expect((await get(host, '/')).body).toContain('storefront-gateway')
    expect((await get(host, '/p/assam')).body).not.toContain('kettle')
  },
)

it('what pages load and call is there, and what only the operator needs is not', async () => {
  const home = await get(hostOf('kettle'), '/')
  const [style = ''] = linksIn(home.body).filter((link) => link.endsWith('.css'))
  const api = '/api/sites/kettle'
  for (const url of [style, '/pictures/assam.svg', '/shop-assets/icon.svg', `${api}/products`, `${api}/store`])
    expect([url, (await get(hostOf('kettle'), url)).statusCode]).toEqual([url, 200])
  for (const url of ['/docs', '/metrics', '/healthz', '/openapi.json', '/shop/kettle', '/apis', '/robots.txts'])
    expect([url, (await get(hostOf('kettle'), url)).statusCode]).toEqual([url, 404])
  const { products } = (await get(hostOf('kettle'), `${api}/products`)).json()
  expect(products[0].images[0]).toBe('http://kettle.shops.example.com/pictures/assam.svg')
})

it('so are the pages that mails lead to, and from there the way back to the shop', async () => {
  for (const page of ['reset-password', 'confirm-email?code=7ZK3Q']) {
    const { statusCode, body } = await get(hostOf('kettle'), `/account/kettle/${page}`)
    expect([page, statusCode, body]).toEqual([page, 200, expect.stringContaining('kettle House')])
  }
  const storeId = (await shop.database.prisma.store.findFirstOrThrow({ where: { subdomain: 'kettle' } })).id
  const known = { storeId, name: 'Asha', phone: '7000000001', passwordHash: '', referralCode: 'R1' }
  const { id: customerId } = await shop.database.prisma.customer.create({ data: known })
  const code = newCode()
  const kept = { storeId, customerId, purpose: 'EMAIL', code, email: 'asha@example.com', now: new Date() } as const
  await shop.database.prisma.$transaction((tx) => storeCode(tx, kept))
  const done = await post(hostOf('kettle'), '/account/kettle/confirm-email', `code=${code}`)
  expect(done.body).toContain('<a href="http://kettle.shops.example.com/account">Go to your account</a>')
})

it('robots.txt names the sitemap of the host’s shop, and of no other', async () => {
  const robots = async (host: string) => (await get(host, '/robots.txt')).body
  expect(await robots(hostOf('kettle'))).toContain('Sitemap: http://kettle.shops.example.com/sitemap.xml')
  for (const host of [MAIN, 'a.b.shops.example.com']) expect(await robots(host)).not.toContain('Sitemap')
})

it('a slash at the end is left out, and leads to no other host', async () => {
  const locations = [
    ['/p/assam/?a=1', '/p/assam?a=1'],
    ['//', '/'],
    ['//evil.example/', '/evil.example'],
  ]
  for (const [url = '', location] of locations)
    expect([url, (await get(hostOf('kettle'), url)).headers.location]).toEqual([url, location])
  // As raw requests have it: browsers and `inject` write a slash.
  expect(plainPath('/shop/kettle/\\evil.example//')).toBe('/evil.example')
})

it('forms are taken from the own host alone, and lead back to it', async () => {
  const form = 'email=asha%40example.com'
  const taken = await post(hostOf('kettle'), '/newsletter', form)
  expect([taken.statusCode, taken.headers.location]).toEqual([303, '/thanks/newsletter'])
  const origins = { [`http://${hostOf('kettle')}`]: 303, [`http://${hostOf('saucer')}`]: 403, [`http://${MAIN}`]: 403 }
  for (const [origin, status] of Object.entries(origins)) {
    const sent = await shop.app.inject({
      ...{ method: 'POST', url: '/newsletter', payload: form },
      headers: { host: hostOf('kettle'), 'content-type': 'application/x-www-form-urlencoded', origin },
    })
    expect([origin, sent.statusCode]).toEqual([origin, status])
  }
  expect(await shop.database.prisma.subscriber.count()).toBe(1)
})

it('a cookie opens the shop of its host, and is bound to it by its prefix', async () => {
  const locked = { access: { password: 'letmein', protection: 'site' } }
  for (const subdomain of ['teapot', 'sugar']) await shop.addStore({ store: { subdomain, ...locked } })
  const tls = { 'x-forwarded-proto': 'https' }
  const opened = await post(hostOf('teapot'), '/unlock', 'password=letmein', tls)
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/'])
  const cookie = String(opened.headers['set-cookie'])
  expect(cookie).toMatch(/^__Host-shop-access-teapot=[0-9a-f]{64}; Path=\/; .*; Secure$/)
  expect(cookie).not.toContain('Domain')
  const [pair = ''] = cookie.split(';')
  expect((await get(hostOf('teapot'), '/', { ...tls, cookie: pair })).statusCode).toBe(200)
  const stolen = `${pair}; ${pair.replace('teapot', 'sugar')}`
  expect((await get(hostOf('sugar'), '/', { ...tls, cookie: stolen })).statusCode).toBe(401)
})

it('a page is sent from the cache in front of the framework, for its own host', async () => {
  const origin = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }))
  const ask = (host: string, path: string) =>
    new Promise<string>((resolve, reject) => {
      request({ port: origin.port, host: origin.hostname, path, headers: { host } }, async (response) => {
        resolve(Buffer.concat(await response.toArray()).toString())
      })
        .on('error', reject)
        .end()
    })
  const first = await ask(hostOf('kettle'), '/p/assam')
  expect(first).toContain('kettle Assam')
  shop.statements()
  expect(await ask(hostOf('kettle'), '/p/assam')).toBe(first)
  expect(shop.statements()).toEqual([])
  expect(await ask(hostOf('saucer'), '/p/assam')).toContain('saucer Assam')
  expect(await ask(MAIN, '/p/assam')).not.toContain('Assam')
})

describe('with PUBLIC_URL', () => {
  const hosts = createShopHosts('example.com', 'https://api.example.com:8443')

  it('its host is never a shop’s, whatever stores are called', () => {
    expect(hosts.urlOf({ url: '/p/assam', headers: { host: 'api.example.com' } })).toBe('/p/assam')
    expect(hosts.originOf('api', 'https://api.example.com:8443')).toBeNull()
  })

  it('shops have its protocol and port', () => {
    expect(hosts.originOf('tea', 'https://api.example.com:8443')).toBe('https://tea.example.com:8443')
    expect(hosts.originAsked({ host: 'tea.example.com' }, 'https://[::1]:80')).toBe('https://tea.example.com:80')
  })
})
