import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'
import { defaultPolicies } from '../../src/api/admission/rate-limit-policy.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { createLimits } from '../../src/platform/limits/rate-limit.ts'
import { ownAddress } from '../support/addresses.ts'
import { openNeighbour, passTime } from '../support/public-requests.ts'
import {
  comparable,
  conditions,
  decoded,
  decoders,
  encodings,
  listen,
  openSender,
  type Sent,
  slowly,
} from '../support/sent-requests.ts'
import { openShop } from '../support/shop.ts'

const send = (path: string, sent?: Sent) => sender.send(path, sent)

const products = Array.from({ length: 100 }, (_, at) => ({
  ...{ slug: `tea-${at}`, name: `Tea ${at}`, price: at + 1, description: `Tea ${at}. ${'Malty. '.repeat(250)}` },
  images: ['/pictures/assam.svg'],
  category: at < 20 ? 'Few' : 'Many',
}))

// Once a second, a store is looked up again, and the framework waits for that.
const time = passTime({ isStill: true })
/** Over a real socket, where cached responses are sent before the framework sees the request. */
const shop = await openShop()
const store = await shop.addStore({ products })
const base = `/api/sites/${store.subdomain}`
const storeKey = (await createOwnerKey(shop.services, store.id, 'server')).key
const productId = (await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })).id
const sender = openSender(await listen(shop.app))
afterAll(async () => {
  time.restore()
  sender.close()
  await shop.close()
})

const paths = ['/products', '/products?category=Tea', '/reviews/']

it.each(paths.flatMap((path) => encodings.map((encoding) => [path, encoding] as const)))(
  '%s in %j is the same before the framework and through it',
  async (path, encoding) => {
    const url = base + path + (path.endsWith('/') ? productId : '')
    const accepting = encoding ? { 'accept-encoding': encoding } : undefined
    const first = await send(url, { headers: { ...slowly, ...accepting } })
    expect(first).toMatchObject({ status: 200, slow: true })
    expect(first.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'public, max-age=1' })
    if (path === '/products') expect(first.headers['content-encoding']).toBe(decoders[encoding] && encoding)
    expect(decoded(first)).toBe(decoded(await send(url, { headers: slowly })))
    for (const [name, headersFor] of conditions) {
      for (const method of ['GET', 'HEAD']) {
        const headers = { ...accepting, ...headersFor(first.headers.etag ?? ''), 'x-forwarded-for': ownAddress() }
        const fast = await send(url, { method, headers })
        const slow = await send(url, { method, headers: { ...headers, ...slowly, 'x-forwarded-for': ownAddress() } })
        expect({ name, method, fast: fast.slow, slow: slow.slow }).toEqual({ name, method, fast: false, slow: true })
        expect(comparable(fast), `${method} ${name}`).toEqual(comparable(slow))
      }
    }
  },
)

it('300 reads a minute over both ways together, then none', async () => {
  const headers = { 'x-forwarded-for': ownAddress() }
  const left: (string | undefined)[] = []
  let fast = 0
  for (let at = 0; at < 300; at += 1) {
    const way = at % 3 === 0 ? slowly : {}
    const {
      status,
      headers: sentHeaders,
      slow,
    } = await send(`${base}/products`, { method: at % 2 ? 'GET' : 'HEAD', headers: { ...headers, ...way } })
    expect(status).toBe(200)
    left.push(/r=(\d+)/.exec(String(sentHeaders.ratelimit))?.[1])
    fast += slow ? 0 : 1
  }
  expect(left).toEqual(Array.from({ length: 300 }, (_, at) => String(299 - at)))
  expect(fast).toBe(200)
  for (const way of [{}, slowly]) {
    const refused = await send(`${base}/products`, { headers: { ...headers, ...way } })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect(JSON.parse(String(refused.body))).toEqual({ error: 'Too many requests' })
  }
  expect((await send(`${base}/products`)).status).toBe(200)
})

it('requests of a shop’s own server count against the buyer whom it names', async () => {
  const server = { 'x-forwarded-for': ownAddress(), 'x-store-key': storeKey }
  const remaining = async (buyer: string) => {
    const { headers } = await send(`${base}/products`, { headers: { ...server, 'x-buyer-ip': buyer } })
    return /r=(\d+)/.exec(String(headers.ratelimit))?.[1]
  }
  const [asha, ravi] = [ownAddress(), ownAddress()]
  expect(await remaining(asha)).toBe('299')
  expect(await remaining(asha)).toBe('298')
  expect(await remaining(ravi)).toBe('299')
  const own = await send(`${base}/products`, { headers: { 'x-forwarded-for': server['x-forwarded-for'] } })
  expect(own.headers.ratelimit).toContain('r=299')
  const hers = await send(`${base}/products`, { headers: { 'x-forwarded-for': asha, 'x-buyer-ip': ravi } })
  expect(hers).toMatchObject({ slow: false })
  expect(hers.headers.ratelimit).toContain('r=297')
})

it('says nothing of limits when they are off', async () => {
  const limits = createLimits({ policies: defaultPolicies, logger: shop.services.logger, off: true })
  const unlimited = await openNeighbour(shop, {}, { services: { ...shop.services, limits } })
  const to = await listen(unlimited.app)
  for (const slow of [true, false]) {
    const answer = await send(`${base}/products`, { to })
    expect(answer).toMatchObject({ status: 200, slow })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
  }
  await unlimited.app.close()
})

it('is logged, and measured, like any other', async () => {
  const measured = await openNeighbour(shop, { metrics: true })
  const to = await listen(measured.app)
  await send(`${base}/products`, { to })
  const since = shop.secrets.lines.length
  const etag = (await send(`${base}/products`, { to, headers: { 'x-request-id': 'first' } })).headers.etag ?? ''
  const headers = { 'x-request-id': 'second', 'if-none-match': etag }
  expect(await send(`${base}/products?`, { to })).toMatchObject({ slow: true })
  expect(await send(`${base}/products`, { to, method: 'HEAD', headers })).toMatchObject({ status: 304, slow: false })
  const lines = shop.secrets.lines.slice(since).map((line) => JSON.parse(line))
  const store = base.split('/').at(-1)
  const line = { route: '/api/sites/:subdomain/products', store, msg: 'request', level: 30, ms: 0 }
  expect(lines).toMatchObject([
    { ...line, requestId: 'first', method: 'GET', status: 200 },
    { route: line.route, method: 'GET', status: 200 },
    { ...line, requestId: 'second', method: 'HEAD', status: 304 },
  ])
  const { body } = await send('/metrics', { to })
  const counts = String(body).matchAll(/^http_request_duration_seconds_count\{(.*products.*)\} (\d+)$/gm)
  expect(
    Object.fromEntries([...counts].map(([, labels, count]) => [/method="(\w+)"/.exec(labels ?? '')?.[1], count])),
  ).toEqual({ GET: '3', HEAD: '1' })
  await measured.app.close()
})

it('what is refused is refused as ever', async () => {
  expect(await send(`${base}/products`, { method: 'PUT' })).toMatchObject({ status: 405 })
  expect(await send(`${base}/product`)).toMatchObject({ status: 404 })
  expect(await send('/api/sites/nobody/products')).toMatchObject({ status: 404 })
  expect(await send(base)).toMatchObject({ status: 404 })
  const body = { 'content-length': '0' }
  expect(await send(`${base}/products`, { headers: body })).toMatchObject({ status: 200, slow: true })
})

it('pictures have the address of the host that was asked, or PUBLIC_URL', async () => {
  const pictures = async (sent: Sent) => {
    const answer = await send(`${base}/products`, sent)
    return { slow: answer.slow, picture: JSON.parse(String(answer.body)).products[0].images[0] }
  }
  for (const slow of [true, false]) {
    for (const host of ['tea.example', 'coffee.example:8080']) {
      expect(await pictures({ headers: { host } })).toEqual({ slow, picture: `http://${host}/pictures/assam.svg` })
    }
    const secure = { host: 'tea.example', 'x-forwarded-proto': 'https' }
    expect(await pictures({ headers: secure })).toEqual({ slow, picture: 'https://tea.example/pictures/assam.svg' })
  }
  const published = await openNeighbour(shop, { publicUrl: 'https://shop.example' })
  const to = await listen(published.app)
  for (const [host, slow] of [
    ['tea.example', true],
    ['coffee.example', false],
  ] as const) {
    expect(await pictures({ to, headers: { host } })).toEqual({
      slow,
      picture: 'https://shop.example/pictures/assam.svg',
    })
  }
  await published.app.close()
})

it('who hangs up before the answer is written takes nothing from the others', async () => {
  const path = `${base}/products?category=Few`
  const neighbour = await openNeighbour(shop)
  const to = await listen(neighbour.app)
  await send(path, { to })
  const whole = await send(path, { to })
  expect(whole).toMatchObject({ slow: false })
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${to}\r\nX-Forwarded-For: ${ownAddress()}\r\n\r\n`
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(to, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      return socket
    }),
  )
  const answers = sockets.map((socket, index) => {
    const hangsUp = index % 2 === 1
    socket.write(request)
    if (!hangsUp) return textUntil(socket, String(whole.body))
    socket.resetAndDestroy()
    return null
  })
  for (const answer of answers) if (answer) expect(await answer).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  for (const socket of sockets) socket.destroy()
  await neighbour.app.close()
})

it('a body that is announced behind another request gets no go-ahead within its answer', async () => {
  const query = '{ store { name currency } }'
  const path = `${base}/graphql`
  await send(path, { query })
  const cached = await send(path, { query })
  expect(cached).toMatchObject({ status: 200, slow: false })
  const head = `Host: localhost\r\nX-Forwarded-For: ${ownAddress()}\r\n`
  const body = JSON.stringify({ query })
  const before = `GET ${base}/products HTTP/1.1\r\n${head}X-Store-Key: ${slowly['x-store-key']}\r\n\r\n`
  const announced = `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
  const socket = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1')
  const whole = textUntil(socket, String(cached.body))
  socket.write(before + announced + body)
  expect(await whole).not.toContain('100 Continue')
  socket.destroy()
})

/** What has come by the time that it ends so. */
function textUntil(socket: Socket, end: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (text.endsWith(end)) resolve(text)
    })
  })
}

it('a client that asks many times and reads nothing is cut off', async () => {
  time.restore()
  // Small enough to be sent whole, so that none waits for the client but those that are behind others.
  const few = `${base}/products?category=Few`
  const strict = await openNeighbour(shop, {}, { connections: { answerTime: 300 } })
  const to = await listen(strict.app)
  await send(few, { to })
  expect(await send(few, { to })).toMatchObject({ slow: false })
  const socket = connect(to, '127.0.0.1').on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.pause()
  const connections = () =>
    new Promise<number>((resolve) => strict.app.server.getConnections((_, open) => resolve(open)))
  sender.disconnect()
  await vi.waitUntil(async () => (await connections()) === 1, { timeout: 20_000 })
  socket.write(`GET ${few} HTTP/1.1\r\nHost: localhost:${to}\r\nX-Forwarded-For: ${ownAddress()}\r\n\r\n`.repeat(290))
  await vi.waitUntil(async () => (await connections()) === 0, { timeout: 20_000 })
  socket.destroy()
  await closed
  await strict.app.close()
})
