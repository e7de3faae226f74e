import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { homePage } from '../../src/api/http/pages/home-page.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore({ products: [{ slug: 'assam', name: 'Assam', price: 499 }] })
const base = `/api/sites/${store.subdomain}`
await shop.app.listen({ port: 0, host: '127.0.0.1' })
const address = shop.app.server.address()
const port = typeof address === 'object' && address ? address.port : 0

const json = { 'content-type': 'application/json' }

describe('what the server itself refuses is JSON with an error', () => {
  it.each([
    ['an unknown path', 'GET', '/nowhere', {}, undefined, 404, 'Not found'],
    ['an unknown path of a store', 'GET', '/api/sites/x/nowhere', {}, undefined, 404, 'Not found'],
    ['another method', 'PUT', '/products', json, '{}', 405, 'Method not allowed'],
    [
      'another method with any body',
      'PATCH',
      '/customer/login',
      { 'content-type': 'text/plain' },
      'x',
      405,
      'Method not allowed',
    ],
    ['broken JSON', 'POST', '/customer/login', json, '{"phone":', 400, 'Invalid JSON'],
    [
      'another media type',
      'POST',
      '/customer/login',
      { 'content-type': 'text/plain' },
      'phone=1',
      415,
      'Unsupported media type',
    ],
    [
      'a form',
      'POST',
      '/customer/login',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'phone=1',
      415,
      'Unsupported media type',
    ],
    [
      'a body of more than 64 KiB',
      'POST',
      '/customer/login',
      json,
      JSON.stringify({ phone: 'x'.repeat(65_536) }),
      413,
      'Body too large',
    ],
    ['another method on a probe', 'PUT', '/healthz', json, '{}', 405, 'Method not allowed'],
    ['a way out of the documentation', 'GET', '/docs/%00', {}, undefined, 404, 'Not found'],
    ['another way out of it', 'GET', '/docs/..%2f..%2fpackage.json', {}, undefined, 404, 'Not found'],
    ['a malformed URL', 'GET', '/%zz', {}, undefined, 400, 'Malformed URL'],
  ] as const)('%s', async (_, method, path, headers, payload, status, error) => {
    const url = path.startsWith('/products') || path.startsWith('/customer') ? base + path : path
    const answer = await shop.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json()).toEqual({ error })
  })

  it('and 405 names the methods that there are', async () => {
    const answer = await shop.app.inject({ method: 'DELETE', url: `${base}/reviews/x` })
    expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS')
  })

  it.each([
    ['what is no HTTP', 'NONSENSE\r\n\r\n', 400, 'Malformed HTTP request'],
    [
      'what expects more than to continue',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n',
      417,
      'Expectation failed',
    ],
    [
      'headers of 20 KB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'Request headers too large',
    ],
  ])('%s', async (_, bytes, status, error) => {
    const answer = await rawRequest(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('Content-Type: application/json')
    expect(answer).toContain(JSON.stringify({ error }))
  })

  function rawRequest(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.setTimeout(2_000, () => socket.destroy())
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  }
})

describe('wrong JSON types are refused, whatever they are', () => {
  it.each(['[]', '"text"', '5', 'null', 'true', '{"name":{},"phone":[],"password":1}', '{"__proto__":{"name":"x"}}'])(
    '%s',
    async (payload) => {
      for (const path of ['/customer/signup', '/customer/login']) {
        const answer = await shop.app.inject({ method: 'POST', url: base + path, headers: json, payload })
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toEqual({ error: expect.any(String) })
      }
    },
  )

  it.each(['"5"', '4.5', 'true', 'null', '[5]', '1e400'])('a rating of %s', async (rating) => {
    const { json } = await product()
    const answer = await shop.app.inject({
      method: 'POST',
      url: `${base}/reviews/${json.id}`,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${100 + rating.length}` },
      payload: `{"rating":${rating},"body":"Good tea."}`,
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ error: 'Rating must be 1-5' })
  })

  const product = async () => ({ json: (await shop.app.inject(`${base}/products`)).json().products[0] })
})

it('an empty body with the JSON header is no body', async () => {
  const answer = await shop.app.inject({ method: 'POST', url: `${base}/customer/login`, headers: json, payload: '' })
  expect(answer.json()).toEqual({ error: 'Phone and password required' })
})

it.each(['/products', '/reviews/x'])(
  'a store name or id of 600 characters is one that nothing has: %s',
  async (path) => {
    const answer = await shop.app.inject(`/api/sites/${'a'.repeat(600)}${path}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: 'Site not found' })
    expect((await shop.app.inject(`${base}/reviews/${'a'.repeat(600)}`)).json()).toEqual({
      reviews: [],
      count: 0,
      average: 0,
      next: null,
    })
  },
)

it('OPTIONS without a preflight’s headers is answered, and an unknown path of a store can be read by a browser', async () => {
  expect((await shop.app.inject({ method: 'OPTIONS', url: `${base}/products` })).statusCode).toBe(204)
  expect((await shop.app.inject(`${base}/nothing`)).headers['access-control-allow-origin']).toBe('*')
})

describe('the request id', () => {
  it('is the caller’s when it is well-formed', async () => {
    const answer = await shop.app.inject({ url: '/healthz', headers: { 'x-request-id': 'abc-123' } })
    expect(answer.headers['x-request-id']).toBe('abc-123')
  })

  it.each(['', 'has space', 'x'.repeat(129), '{"a":1}'])('is a new one in place of “%s”', async (id) => {
    const answer = await shop.app.inject({ url: '/healthz', headers: { 'x-request-id': id } })
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('browsers of any origin', () => {
  it('are allowed to read answers', async () => {
    const answer = await shop.app.inject({ url: `${base}/products`, headers: { origin: 'https://shop.example' } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-expose-headers']).toContain('Retry-After')
  })

  it.each(['/products', '/wishlist/x', '/graphql'])('get their preflight for %s answered', async (path) => {
    const answer = await shop.app.inject({
      method: 'OPTIONS',
      url: base + path,
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE')
    expect(answer.headers['access-control-allow-headers']).toContain('authorization')
  })
})

it('is alive, and ready while the database answers', async () => {
  expect((await shop.app.inject('/healthz')).statusCode).toBe(200)
  expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
})

// On a cluster the shop's own database is another than the test's.
it.skipIf(onCluster())('is not ready once the database is gone, and says so as an error', async () => {
  const broken = await openShop()
  await broken.database.close()
  const answer = await broken.app.inject('/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ error: 'Not ready' })
  expect((await broken.app.inject('/healthz')).statusCode).toBe(200)
  await broken.app.close()
})

it('reports clients what is left of a limit, and when to come back', async () => {
  const { headers } = await shop.app.inject({ url: `${base}/products`, remoteAddress: '192.0.2.50' })
  expect(headers.ratelimit).toMatch(/^"read";r=\d+;t=\d+$/)
  expect(headers['ratelimit-policy']).toBe('"read";q=300;w=60')
  expect(headers['retry-after']).toBeUndefined()
})

describe('pages for people', () => {
  it('say at / what runs here', async () => {
    const answer = await shop.app.inject('/')
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).toContain('href="/docs"')
    const paths = Array.from(answer.body.matchAll(/href="([^"]+)"/g), ([, path = '']) => path)
    expect(paths).toContain('/errors')
    for (const path of paths) expect([path, (await shop.app.inject(path)).statusCode]).not.toEqual([path, 404])
  })

  it.each([true, false])('say at / where the mails are, if they are shown: %s', async (showsMails) => {
    const app = fastify()
    homePage(app, { defaultStore: 'demo', graphiql: true, showsMails })
    expect((await app.inject('/')).body.includes('href="/sandbox/mails"')).toBe(showsMails)
    await app.close()
  })
})

it('serves the OpenAPI document that is committed', async () => {
  const served = (await shop.app.inject('/openapi.json')).json()
  expect(served).toEqual(JSON.parse(await readFile('schema/openapi.json', 'utf8')))
})
