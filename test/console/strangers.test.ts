import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { csvExports } from '../../src/process/exports.ts'
import { drawing } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { type Browser, browserOf, SAME_ORIGIN } from './browser.ts'

// What a session must not do: for other pages, for other stores, at other paths.

const shop = await forAllTests(openShop({ shopDomain: 'shops.example.com' }))
const store = await shop.addStore()
const other = await shop.addStore()
const { key } = await createOwnerKey(shop.services, store.id, 'Desk')
shop.secrets.add(key)

async function loggedIn(): Promise<Browser> {
  const browser = browserOf(shop)
  await browser.logIn(store.subdomain, key)
  for (const token of browser.cookies.values()) shop.secrets.add(token)
  return browser
}
const browser = await loggedIn()

const MUTATION = 'mutation { upsertDiscount(input: { code: "X", type: PERCENT, value: 10 }) { code } }'
const graphqlAt = (subdomain: string) => `/api/console/sites/${subdomain}/graphql`
const requests = [
  ['GET', '/api/console/sessions'],
  ['POST', '/api/console/sessions', { store: store.subdomain, key }],
  ['POST', '/api/console/sessions', { email: 'asha@example.com', password: 'x' }],
  ['DELETE', '/api/console/sessions'],
  ['POST', '/api/console/set-up', { code: 'x' }],
  ['POST', '/api/console/invitations/look-up', { token: 'x' }],
  ['POST', '/api/console/invitations/accept', { token: 'x' }],
  ['POST', '/api/console/graphql', { query: '{ me { id } }' }],
  ['POST', graphqlAt(store.subdomain), { query: '{ store { businessName } }' }],
  ['POST', graphqlAt(store.subdomain), { query: MUTATION }],
  ['GET', `${graphqlAt(store.subdomain)}?query={store{businessName}}`],
  ['GET', `/api/console/sites/${store.subdomain}/export/orders.csv`],
  ['POST', `/api/console/sites/${store.subdomain}/media`],
  ['POST', `/api/console/sites/${store.subdomain}/import/products.csv`],
  ['POST', `/api/console/sites/${store.subdomain}/import/stock.csv`],
  ['POST', `/api/console/sites/${store.subdomain}/preview`, { appearance: '{}' }],
  ['POST', `/api/console/sites/${store.subdomain}/mail-preview`, { name: 'NEW_ORDER' }],
  ['DELETE', `/api/console/sites/${store.subdomain}/session?everywhere=true`],
] as const
const FORBIDDEN = 'Only the console may ask for this, from the same host over https or at localhost.'
const messageIn = (body: any): string => body.error ?? body.errors?.[0].message

const strangers = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'another host of the domain': { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:80' },
  'the address bar': { 'sec-fetch-site': 'none' },
  'another site, in an old browser': { origin: 'https://evil.example' },
  'another port, in an old browser': { origin: 'http://localhost:81' },
  'a sandboxed frame': { origin: 'null' },
  'a page that contradicts its browser': { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
  'a program': {},
}

describe.each(Object.entries(strangers))('%s', (_, headers) => {
  it.each(requests)('may not %s %s', async (method, url, payload?: object) => {
    const stranger = browserOf(shop, { headers })
    for (const [name, value] of browser.cookies) stranger.cookies.set(name, value)
    const answer = await stranger.send(method, url, payload)
    expect([answer.status, messageIn(answer.body)]).toEqual([403, FORBIDDEN])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' })
    for (const name of ['set-cookie', 'access-control-allow-origin', 'ratelimit']) {
      expect(answer.headers).not.toHaveProperty(name)
    }
  })
})

it('what strangers tried has changed nothing', async () => {
  const { status, body } = await browser.graphql(store.subdomain, '{ discounts(first: 1) { totalCount } }')
  expect([status, body]).toEqual([200, { data: { discounts: { totalCount: 0 } } }])
})

it('an old browser’s own page is recognised by its origin', async () => {
  const old = browserOf(shop, { headers: { origin: 'http://localhost:80' } })
  expect(await old.logIn(store.subdomain, key)).toMatchObject({ status: 201 })
  expect(await old.graphql(store.subdomain, '{ store { currency } }')).toMatchObject({ status: 200 })
})

describe('No path of the console', () => {
  it.each([...requests.map(([, url]) => url), '/api/console/', '/api/console/nothing'])(
    'is allowed to other origins: %s',
    async (url) => {
      const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      const stranger = browserOf(shop, { headers: preflight })
      const asked = await stranger.send('OPTIONS', url)
      expect([asked.status, asked.body]).toEqual([404, { error: 'Not found' }])
      const used = await browser.send('GET', url, undefined, preflight)
      for (const { headers } of [asked, used]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    },
  )

  it('is at the host of a shop', async () => {
    for (const host of [`${store.subdomain}.shops.example.com`, 'nobody.shops.example.com']) {
      for (const [method, url, payload] of requests) {
        const answer = await browser.send(method, url, payload, { host })
        expect([url, answer.status]).toEqual([url, 403])
      }
      expect((await browser.send('GET', '/console', undefined, { host })).status).toBe(404)
    }
  })
})

describe('A session', () => {
  const ended = 'Your session has ended. Log in again.'
  const atOther = [
    ['POST', graphqlAt(other.subdomain), { query: '{ store { businessName } }' }],
    ['GET', `/api/console/sites/${other.subdomain}/export/orders.csv`],
    ['POST', `/api/console/sites/${other.subdomain}/media`],
    ['POST', `/api/console/sites/${other.subdomain}/import/products.csv`],
    ['POST', `/api/console/sites/${other.subdomain}/import/stock.csv`],
    ['POST', `/api/console/sites/${other.subdomain}/preview`],
    ['DELETE', `/api/console/sites/${other.subdomain}/session`],
  ] as const

  it.each(atOther)(
    'is none at another store, also when its cookie is renamed: %s %s',
    async (method, url, payload?) => {
      const [token = ''] = browser.cookies.values()
      const thief = browserOf(shop)
      thief.cookies.set(`console-${store.subdomain}`, token)
      const own = await thief.send(method, url, payload)
      expect([own.status, messageIn(own.body)]).toEqual([401, ended])
      thief.cookies.set(`console-${other.subdomain}`, token)
      const renamed = await thief.send(method, url, payload)
      expect([renamed.status, messageIn(renamed.body)]).toEqual([401, ended])
    },
  )

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(5_000), '%00', "' OR 1=1 --"])('is none of %j', async (token) => {
    const guest = browserOf(shop)
    guest.cookies.set(`console-${store.subdomain}`, token)
    const { status, body } = await guest.graphql(store.subdomain, '{ store { businessName } }')
    const extensions = { code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' }
    expect([status, body]).toEqual([401, { errors: [{ message: ended, extensions }] }])
    expect((await guest.sessions()).body).toEqual({ person: null, set_up: false, sends_mails: false, sessions: [] })
  })

  it('is none of the hash that the database has', async () => {
    const { idHash } = await shop.database.prisma.consoleSession.findFirstOrThrow({ where: { storeId: store.id } })
    const guest = browserOf(shop)
    guest.cookies.set(`console-${store.subdomain}`, idHash)
    expect((await guest.graphql(store.subdomain, '{ store { businessName } }')).status).toBe(401)
  })

  it('is none at a store that there is not', async () => {
    const { status, body } = await browser.graphql('no-such-store', '{ store { businessName } }')
    expect([status, messageIn(body)]).toEqual([401, ended])
  })

  it('is not replaced by a key', async () => {
    const guest = browserOf(shop, { headers: { ...SAME_ORIGIN, authorization: `Bearer ${key}` } })
    expect((await guest.graphql(store.subdomain, '{ store { businessName } }')).status).toBe(401)
  })

  it.each([
    ['POST', '/owner/graphql', { query: '{ store { businessName } }' }],
    ['GET', '/owner/export/orders.csv'],
    ['POST', '/owner/media'],
    ['POST', '/owner/import/products.csv'],
    ['POST', '/owner/import/stock.csv'],
  ] as const)('opens nothing at the owner’s own paths: %s %s', async (method, path, payload?) => {
    const answer = await browser.send(method, `/api/sites/${store.subdomain}${path}`, payload)
    expect(answer.status).toBe(401)
    expect(messageIn(answer.body)).toMatch(/^Send an owner key of this store that is not revoked in the header/)
  })

  it('reaches what the owner reaches: documents, lists, pictures', async () => {
    const added = await browser.graphql(store.subdomain, MUTATION)
    expect(added.body).toEqual({ data: { upsertDiscount: { code: 'X' } } })
    for (const file of Object.keys(csvExports)) {
      const list = await browser.get(`/api/console/sites/${store.subdomain}/export/${file}`)
      expect([list.status, list.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
      expect(list.headers['content-disposition']).toBe(`attachment; filename="${store.subdomain}-${file}"`)
    }
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await drawing(320, 240).png().toBuffer())]), 'picture.png')
    const request = new Request('http://shop', { method: 'POST', body: form })
    const picture = await browser.send(
      'POST',
      `/api/console/sites/${store.subdomain}/media`,
      Buffer.from(await request.arrayBuffer()),
      { 'content-type': request.headers.get('content-type') },
    )
    expect([picture.status, picture.body]).toEqual([
      200,
      { media: { id: expect.any(String), url: expect.any(String), width: 320, height: 240 } },
    ])
  })

  it('takes documents as long as the owner’s', async () => {
    const query = `{ store { currency } } # ${'x'.repeat(200_000)}`
    expect((await browser.graphql(store.subdomain, query)).status).toBe(200)
    const longer = await browser.graphql(store.subdomain, 'x'.repeat(9_000_000))
    expect([longer.status, messageIn(longer.body)]).toEqual([413, 'Body too large'])
  })
})

it('the log has said nothing of keys and sessions, right or wrong', async () => {
  const guess = `sk_${'guess'.repeat(8)}abc`
  shop.secrets.add(guess)
  await browserOf(shop).logIn(store.subdomain, guess)
  await browserOf(shop).send('POST', '/api/console/sessions', Buffer.from(`{"key":"${guess}`), {
    'content-type': 'application/json',
  })
  expect(shop.secrets.lines.join('')).toContain('/api/console/sessions')
  shop.secrets.check()
})
