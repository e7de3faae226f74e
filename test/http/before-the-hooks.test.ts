import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/api/rest/openapi.ts'
import { routes } from '../../src/process/routes.ts'
import { schema } from '../../src/process/schema.ts'
import { rest } from '../support/call.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore({ products: [{ slug: 'assam', name: 'Assam', price: 499 }] })
const base = `/api/sites/${store.subdomain}`
const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
const account = { name: 'Asha', phone: newPhone(), password: 'chai-time' }
const { token } = (await rest(shop, 'POST', `${base}/customer/signup`, account)).body

/** What the server writes to whoever sends these bytes. */
async function answerTo(bytes: string): Promise<string> {
  if (!shop.app.server.listening) await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
}

describe('a request id is in the answer', () => {
  it.each([
    ['to what is no HTTP', 'NONSENSE\r\n\r\n'],
    ['to an expectation', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nContent-Length: 0\r\n\r\n'],
    ['to a malformed address', 'GET /api/sites/%zz/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    expect(await answerTo(bytes)).toMatch(/\r\nx-request-id: [\w-]{8,}\r\n/i)
  })
})

describe('a wrong base address', () => {
  it.each(['/api/api/sites/demo/products', '/apis/../api/nowhere', '/shop2/api/sites/demo/products', '/api'])(
    'is a 404 that a page of another origin can read: %s',
    async (url) => {
      const { statusCode, headers } = await shop.app.inject({ url, headers: { origin: 'https://tea.example' } })
      expect(statusCode).toBe(404)
      expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'error-reason': 'PATH_NOT_FOUND' })
      const preflight = { origin: 'https://tea.example', 'access-control-request-method': 'POST' }
      const asked = await shop.app.inject({ method: 'OPTIONS', url, headers: preflight })
      expect(asked.statusCode).toBe(204)
      expect(asked.headers['access-control-allow-origin']).toBe('*')
    },
  )
})

describe('a request without a body', () => {
  const types = [
    'text/plain',
    'application/xml',
    'application/json',
    'multipart/form-data',
    'text/html; charset=latin1',
  ]

  it.each(types)('is not refused for the type of nothing: %s', async (type) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    for (const [method, status] of [
      ['POST', 200],
      ['DELETE', 200],
    ] as const) {
      const answer = await shop.app.inject({ method, url: `${base}/wishlist/${id}`, headers })
      expect([answer.statusCode, answer.json()]).toEqual([status, { success: true }])
    }
  })

  it.each(types)('that needs one says what is missing, not which type: %s', async (type) => {
    const headers = { 'content-type': type }
    const answer = await shop.app.inject({ method: 'POST', url: `${base}/customer/login`, headers })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'Phone and password required' }])
  })

  it('a body of another type is refused as before', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
    const answer = await shop.app.inject({ method: 'POST', url: `${base}/wishlist/${id}`, headers, payload: 'x' })
    expect(answer.statusCode).toBe(415)
  })
})

describe('OpenAPI', () => {
  const { paths } = openApiDocument(routes, schema)
  // Its operations are generated; these are the parts that matter here.
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods as Record<string, { operationId: string; parameters: any[]; responses: object }>).map(
      (operation) => ({ path, ...operation }),
    ),
  )

  it('has no default for the store', () => {
    const stores = operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'subdomain'))
    expect(stores.length).toBeGreaterThan(30)
    for (const { required, schema } of stores) expect([required, schema]).toEqual([true, { type: 'string' }])
  })

  it('names 400 and 404 everywhere, 401 where a token is needed, and 304 where there is an ETag', () => {
    const bare = operations.filter(({ responses }) => !('400' in responses && '404' in responses))
    expect(bare.map(({ operationId }) => operationId)).toEqual([])
    const statusesOf = (name: string) =>
      Object.keys(operations.find(({ operationId }) => operationId === name)?.responses ?? {})
    expect(statusesOf('products')).toEqual(expect.arrayContaining(['200', '304', '400', '401', '404', '429']))
    expect(statusesOf('addToWishlist')).toEqual(expect.arrayContaining(['401', '413', '415']))
    expect(statusesOf('addToWishlist')).not.toContain('304')
  })
})
