import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { defaultPolicies } from '../../src/api/admission/rate-limit-policy.ts'
import { ownAddress } from '../support/addresses.ts'
import { passTime } from '../support/public-requests.ts'
import {
  comparable,
  conditions,
  decoded,
  encodings,
  listen,
  openSender,
  type Sent,
  slowly,
} from '../support/sent-requests.ts'
import { openShop } from '../support/shop.ts'

const send = (path: string, sent?: Sent) => sender.send(path, sent)

const store = (index: 0 | 1) => stores[index] ?? expect.fail()
const endpoint = () => `/api/sites/${store(0).subdomain}/graphql`

// Once a second, a store is looked up again, and the framework waits for that.
const time = passTime({ isStill: true })
/** GraphQL over a real socket, where cached responses are sent before the framework sees the request. */
const shop = await openShop({ policies: { cost: { ...defaultPolicies.cost, points: 3_000 } } })
const products = Array.from({ length: 40 }, (_, at) => ({
  ...{ slug: `tea-${at}`, name: `Tea ${at}`, price: at + 1, description: `Tea ${at}. ${'Malty. '.repeat(250)}` },
}))
const stores = [await shop.addStore({ products }), await shop.addStore({ products: products.slice(0, 1) })]
const port = await listen(shop.app)
const sender = openSender(port)
afterAll(async () => {
  time.restore()
  sender.close()
  await shop.close()
})

const LISTED = '{ products(first: 3) { nodes { name description } } }'
const asked: [string, (query: string) => [string, Sent]][] = [
  ['POST', (query) => [endpoint(), { query }]],
  ['POST with X-Store', (query) => ['/graphql', { query, headers: { 'x-store': store(0).subdomain } }]],
  ['GET', (query) => [`${endpoint()}?query=${encodeURIComponent(query)}`, {}]],
]

describe.each(asked)('%s', (way, request) => {
  it.each(encodings)('is the same before the framework and through it, in %j', async (encoding) => {
    const [path, sent] = request(LISTED)
    const sendWith = (headers: Record<string, string>) =>
      send(path, { ...sent, headers: { ...sent.headers, ...headers } })
    const accepting: Record<string, string> = encoding ? { 'accept-encoding': encoding } : {}
    const first = await sendWith({ ...slowly, ...accepting })
    expect(first).toMatchObject({ status: 200, slow: true })
    expect(decoded(first)).toBe(decoded(await sendWith(slowly)))
    for (const [name, headersFor] of conditions) {
      const headers = { ...accepting, ...headersFor(first.headers.etag ?? '"none"') }
      const fast = await sendWith({ ...headers, 'x-forwarded-for': ownAddress() })
      const slow = await sendWith({ ...headers, ...slowly, 'x-forwarded-for': ownAddress() })
      expect({ name, fast: fast.slow, slow: slow.slow }).toEqual({ name, fast: false, slow: true })
      expect(comparable(fast), name).toEqual(comparable(slow))
      if (way !== 'GET') expect(fast.status).toBe(200)
    }
  })

  it('counts its cost and each root field, and is refused as ever', async () => {
    // 40 products with all these fields cost more than what is free.
    const fields = 'id name slug description price salePrice currency images category brand'
    const query = `{ a: products { nodes { ${fields} } } b: products { nodes { ${fields} reviewSummary { count } } } }`
    const headers = { 'x-forwarded-for': ownAddress() }
    const [path, sent] = request(query)
    const answered = async (own: Record<string, string>) => {
      const answer = await send(path, { ...sent, headers: { ...sent.headers, ...headers, ...own } })
      const { ratelimit, 'ratelimit-policy': policy } = answer.headers
      const left = Array.from(String(ratelimit).matchAll(/"(\w+)";r=(\d+)/g), ([, name, left]) => [name, Number(left)])
      return { left: Object.fromEntries(left), policy, slow: answer.slow, error: JSON.parse(decoded(answer)).errors }
    }
    const { left, policy } = await answered(slowly)
    const cost = 3_000 - left.cost
    expect(cost).toBeGreaterThan(0)
    expect(policy).toBe('"cost";q=3000;w=60, "read";q=300;w=60')
    const times = Math.floor(3_000 / cost)
    for (let turn = 2; turn <= times; turn += 1) {
      expect(await answered(turn % 2 ? slowly : {})).toEqual({
        left: { cost: 3_000 - cost * turn, read: 300 - 2 * turn },
        policy,
        slow: turn % 2 === 1,
        error: undefined,
      })
    }
    for (const own of [{}, slowly]) {
      const refused = await answered(own)
      expect(refused).toMatchObject({ slow: true, error: [{ extensions: { code: 'RATE_LIMITED' } }] })
    }
  })

  it('is logged like any other', async () => {
    const [path, sent] = request(LISTED)
    await send(path, sent)
    const since = shop.secrets.lines.length
    expect(await send(path, { ...sent, headers: { ...sent.headers, 'x-request-id': 'cached' } })).toMatchObject({
      slow: false,
    })
    const [line] = shop.secrets.lines.slice(since).map((line) => JSON.parse(line))
    expect(line).toMatchObject({
      ...{ requestId: 'cached', method: way.split(' ')[0], status: 200, msg: 'request', store: store(0).subdomain },
      route: path.startsWith('/graphql') ? '/graphql' : '/api/sites/:subdomain/graphql',
    })
  })
})

it('of each store its own, also at one address', async () => {
  const names = async (index: 0 | 1) => {
    const answer = await send('/graphql', {
      query: '{ store { subdomain } }',
      headers: { 'x-store': store(index).subdomain },
    })
    return { slow: answer.slow, name: JSON.parse(decoded(answer)).data.store.subdomain }
  }
  for (const slow of [true, false]) {
    for (const index of [0, 1] as const) expect(await names(index)).toEqual({ slow, name: store(index).subdomain })
  }
  expect(await send('/graphql', { query: '{ store { subdomain } }' })).toMatchObject({ slow: true })
})

it('what is for one visitor, or changes something, is executed each time', async () => {
  const code = (answer: Awaited<ReturnType<typeof send>>) => JSON.parse(decoded(answer)).errors[0].extensions.code
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await send(endpoint(), { query: '{ me { name } }' })).toMatchObject({ slow: true, status: 200 })
    const refused = await send(endpoint(), { query: 'mutation { unlock(password: "wrong") { token } }' })
    expect(refused.slow).toBe(true)
    expect(code(refused)).toBeTruthy()
  }
})

it('a body that only looks like a cached one is judged by the framework', async () => {
  const headers = { 'content-type': 'application/json' }
  await send(endpoint(), { query: LISTED })
  expect(await send(endpoint(), { query: LISTED, headers })).toMatchObject({ status: 200, slow: false })
  expect(await send(endpoint(), { query: LISTED, headers: { 'content-type': 'text/plain' } })).toMatchObject({
    status: 415,
  })
  expect(await send(endpoint(), { query: LISTED, method: 'PUT' })).toMatchObject({ status: 405 })
  const chunked = { ...headers, 'transfer-encoding': 'chunked' }
  expect(await send(endpoint(), { query: LISTED, headers: chunked })).toMatchObject({ status: 200, slow: true })
  expect(await send(endpoint(), { query: `${LISTED}${' '.repeat(64 * 1024)}` })).toMatchObject({ status: 413 })
  const empty = await send(endpoint(), { method: 'POST', headers: { ...headers, 'content-length': '0' } })
  expect(empty).toMatchObject({ status: 400 })
  const hidden = await send(endpoint(), { query: LISTED, headers: { accept: 'text/plain' } })
  expect(hidden).toMatchObject({ status: 406 })
})

describe('on one connection', () => {
  const body = JSON.stringify({ query: LISTED })
  const head = (length = body.length) =>
    `${[
      `POST ${endpoint()} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      `X-Forwarded-For: ${ownAddress()}`,
      `Content-Length: ${length}`,
    ].join('\r\n')}\r\n\r\n`

  /** Sends the pieces one after the other, each once the condition holds, and resolves with all that is answered. */
  async function answersTo(pieces: string[], count: number): Promise<string[]> {
    const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('utf8')
    await once(socket, 'connect')
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    for (const piece of pieces) {
      const before = socket.bytesWritten
      socket.write(piece)
      await vi.waitUntil(() => socket.bytesWritten > before && socket.writableLength === 0, { timeout: 20_000 })
    }
    await vi.waitUntil(() => text.split('HTTP/1.1 ').length > count && text.endsWith('}'), { timeout: 20_000 })
    socket.destroy()
    return text.split('HTTP/1.1 ').slice(1)
  }

  it('many documents at once are answered in their order', async () => {
    const other = JSON.stringify({ query: '{ store { name } }' })
    await send(endpoint(), { query: LISTED })
    await send(endpoint(), { query: '{ store { name } }' })
    const mutation = JSON.stringify({ query: 'mutation { unlock(password: "x") { token } }' })
    const pieces = [body, other, mutation, body, other].map((text) => head(text.length) + text)
    const answers = await answersTo([pieces.join('')], 5)
    expect(answers.map((answer) => /\{"(?:data|errors)":.*$/s.exec(answer)?.[0].slice(0, 20))).toEqual([
      '{"data":{"products":',
      '{"data":{"store":{"n',
      expect.stringMatching(/errors|unlock/),
      '{"data":{"products":',
      '{"data":{"store":{"n',
    ])
  })

  it.each([
    ['after its headers', (text: string) => [head(), text]],
    ['in pieces', (text: string) => [head() + text.slice(0, 10), text.slice(10, 20), text.slice(20)]],
  ])('a document that comes %s is answered', async (_, piecesOf) => {
    const whole = decoded(await send(endpoint(), { query: LISTED }))
    const [answer] = await answersTo(piecesOf(body), 1)
    expect(answer).toMatch(/^200 /)
    expect(answer?.endsWith(whole)).toBe(true)
  })
})
