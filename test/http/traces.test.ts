import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWebhook } from '../../src/commerce/webhooks/change-webhook.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { openTracing } from '../../src/platform/tracing/open-tracing.ts'
import type { Tracing } from '../../src/platform/tracing/tracing.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { jobKinds } from '../../src/process/job-kinds.ts'
import { ownAddress } from '../support/addresses.ts'
import { productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { type Collector, openCollector, type ReceivedSpan } from '../support/otlp-collector.ts'
import { openNeighbour } from '../support/public-requests.ts'
import { openReceiver } from '../support/receiver.ts'
import { openShop, type Shop } from '../support/shop.ts'

const [SERVER, CLIENT, CONSUMER] = [2, 3, 5]
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const traceparent = `00-${TRACE}-${PARENT}-01`
const SENT_SOON = { timeout: 60_000, interval: 100 }

let collector: Collector
let provider: FakeProvider
let tracing: Tracing
let lines: string[]
let shop: Shop
let store: Store
let tea: string
/** Asked for again each time: what was sent before, too. */
const failures: string[] = []

async function open() {
  tracing = openTracing({ url: collector.url, ratio: 1, sendEveryMs: 50, onFailure: (reason) => failures.push(reason) })
  lines = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) }, tracing.current)
  const kinds = { ...jobKinds, 'webhook-delivery': { ...jobKinds['webhook-delivery'], pollSeconds: 0.1 } }
  const networks = [parseNetwork('127.0.0.1/32')]
  shop = await openShop({ tracing, logger, paymentsUrl: provider.url, jobs: { kinds }, webhooks: { networks } })
  const products = [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }]
  store = await shop.addStore({ store: { payments: razorpay }, products })
  tea = await productIdOf(shop, store, 'tea')
}

beforeEach(async () => {
  failures.length = 0
  collector = await openCollector()
  provider = await startFakeProvider(razorpay)
  await open()
})
afterEach(async () => {
  await shop.services.jobs.stop(1_000)
  await shop.close()
  await tracing.close()
  await provider.close()
  await collector.close()
})

const path = (rest: string) => `/api/sites/${store.subdomain}/${rest}`
const named = (name: string | RegExp): ReceivedSpan[] =>
  collector.spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))
const only = (name: string | RegExp): ReceivedSpan => {
  const [span, ...more] = named(name)
  if (!span || more.length > 0) throw new Error(`${more.length + (span ? 1 : 0)} spans are called ${name}`)
  return span
}
const arrived = (name: string) => vi.waitFor(() => only(name), SENT_SOON)
const childrenOf = ({ spanId }: ReceivedSpan) => collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId)
const allBelow = (span: ReceivedSpan): ReceivedSpan[] =>
  childrenOf(span).flatMap((child) => [child, ...allBelow(child)])
const logged = () => lines.map((line) => JSON.parse(line))

describe('a purchase over REST', () => {
  it('is one trace: requests, operations, statements, the provider, and the job that it has queued', async () => {
    const receiver = await openReceiver()
    await createWebhook({ services: shop.services, store }, { url: receiver.url })
    const buyer = { name: 'Ravi Secretive', phone: '98765 00001', address: 'At the secret lake' }
    const caller = { headers: { traceparent, 'user-agent': 'secret-agent' } }
    const body = { items: [{ id: tea, qty: 1 }], buyer }
    const placed = await rest(shop, 'POST', path('checkout'), body, caller)
    expect(placed.status).toBe(200)
    const receipt = receiptOf(provider.pay(provider.orders[0]?.id ?? ''))
    expect((await rest(shop, 'POST', path('checkout/verify'), receipt, caller)).status).toBe(200)
    shop.services.jobs.start(jobHandlers(shop.services))
    await vi.waitFor(() => expect(receiver.taken()).toHaveLength(1), SENT_SOON)
    const job = await arrived('job webhook-delivery')

    const request = await arrived('POST /api/sites/:subdomain/checkout')
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: SERVER, hasFailed: false })
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/sites/:subdomain/checkout',
      'http.response.status_code': 200,
    })
    const operation = only('checkout')
    expect(operation.parentSpanId).toBe(request.spanId)
    expect(operation.attributes).toEqual({ 'storefront.api': 'rest', 'storefront.store': store.subdomain })
    const below = allBelow(operation)
    const call = below.filter(({ name }) => name === 'payment provider: create order')
    expect(call).toMatchObject([{ kind: CLIENT, attributes: { 'storefront.provider': 'RAZORPAY' } }])
    const [transaction] = below.filter(({ name }) => name === 'transaction')
    if (!transaction) throw new Error('The order was placed without a transaction')
    const texts = childrenOf(transaction).map(({ attributes }) => String(attributes['db.query.text']))
    expect(texts.some((text) => text.includes('INSERT INTO orders'))).toBe(true)
    expect(texts.every((text) => /\$\d/.test(text))).toBe(true)
    // Prisma's statements, too: the provider's order was written by it.
    expect(below.some(({ attributes }) => /^UPDATE "public"\."orders"/.test(`${attributes['db.query.text']}`))).toBe(
      true,
    )

    const settlement = only('verifyPayment')
    expect(settlement.traceId).toBe(TRACE)
    expect(job).toMatchObject({ traceId: TRACE, kind: CONSUMER, hasFailed: false })
    expect(job.links).toEqual([{ traceId: TRACE, spanId: job.parentSpanId }])
    const queuedBy = [settlement, ...allBelow(settlement)].map(({ spanId }) => spanId)
    expect(queuedBy).toContain(job.parentSpanId)
    const post = only('webhook: post')
    expect(post).toMatchObject({ parentSpanId: job.spanId, attributes: { 'http.response.status_code': 200 } })

    const reported = collector.bodies.join('\n')
    const secrets = [
      ...Object.values(buyer),
      'secret-agent',
      receipt.provider_signature,
      receiver.url,
      tea,
      '9876500001',
    ]
    for (const secret of [...secrets, razorpay.keySecret, razorpay.keyId]) expect(reported).not.toContain(secret)
    const line = logged().find(({ route }) => route === '/api/sites/:subdomain/checkout')
    expect(line).toMatchObject({ msg: 'request', trace_id: TRACE, span_id: request.spanId })
    await receiver.close()
  })

  it('that the provider does not take shows where it failed, in the trace and in the log', async () => {
    provider.mode = 'serverError'
    const body = { items: [{ id: tea, qty: 1 }], buyer: { name: 'Ravi', phone: '98765 00001' } }
    expect((await rest(shop, 'POST', path('checkout'), body, { headers: { traceparent } })).status).toBe(502)
    const call = await arrived('payment provider: create order')
    expect(call).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'UPSTREAM_FAILED' } })
    expect(await arrived('POST /api/sites/:subdomain/checkout')).toMatchObject({
      hasFailed: true,
      attributes: { 'error.type': '502' },
    })
    const error = logged().find(({ msg }) => msg === 'Payment provider unavailable')
    expect(error).toMatchObject({ trace_id: TRACE, span_id: call.spanId })
  })
})

it('a GraphQL document is named by the operations that it calls, and its statements are below it', async () => {
  await graphql(
    shop,
    store.subdomain,
    'query Mine { a: products { nodes { name reviews { nodes { body } } } } store { name } }',
  )
  const post = await arrived('POST /api/sites/:subdomain/graphql')
  const document = await arrived('graphql products store')
  expect(post).toMatchObject({ spanId: document.parentSpanId })
  expect(allBelow(document).map(({ attributes }) => attributes['db.system.name'])).toContain('postgresql')
  expect(collector.bodies.join('\n')).not.toContain('Mine')
})

it('an answer that is kept has a span of its own, also before the framework', async () => {
  const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const get = () =>
    fetch(url + path('products?secret=1'), { headers: { traceparent, 'x-forwarded-for': ownAddress() } })
  for (let at = 0; at < 10; at += 1) await (await get()).text()
  const requests = await vi.waitFor(() => {
    const found = named('GET /api/sites/:subdomain/products')
    expect(found).toHaveLength(10)
    return found
  }, SENT_SOON)
  expect(new Set(requests.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
  // Most were kept, and only what was made has anything below it.
  expect(requests.filter((request) => childrenOf(request).length === 0).length).toBeGreaterThan(0)
  expect(collector.bodies.join('\n')).not.toContain('secret')
  const ids = logged()
    .filter(({ msg }) => msg === 'request')
    .map(({ span_id }) => span_id)
  expect(ids.toSorted()).toEqual(requests.map(({ spanId }) => spanId).toSorted())
})

describe('a traceparent', () => {
  /** A request to a process of its own with this header, and what the log says of it. */
  const send = async (ratio: number, trustProxy: { hops: number } | null, header: string) => {
    const own = openTracing({ url: collector.url, ratio, onFailure: (reason) => failures.push(reason) })
    const services = { ...shop.services, tracing: own }
    const { app } = await openNeighbour(shop, { trustProxy }, { services })
    collector.spans = []
    await app.inject({ url: path('products'), headers: { traceparent: header } })
    await app.close()
    await own.close()
    return logged().findLast(({ msg }) => msg === 'request').trace_id
  }

  it('decides what is recorded where it comes from a trusted proxy, and not where it comes from a stranger', async () => {
    const cases = [
      { ratio: 1, trustProxy: { hops: 1 }, flags: '00', recorded: 0 },
      { ratio: 0, trustProxy: { hops: 1 }, flags: '01', recorded: 1 },
      { ratio: 1, trustProxy: null, flags: '00', recorded: 1 },
      { ratio: 0, trustProxy: null, flags: '01', recorded: 0 },
    ]
    for (const { ratio, trustProxy, flags, recorded } of cases) {
      // Its id is taken over in any case, so that a line of the log can be found by it.
      expect(await send(ratio, trustProxy, `00-${TRACE}-${PARENT}-${flags}`)).toBe(TRACE)
      expect(named('GET /api/sites/:subdomain/products')).toHaveLength(recorded)
    }
  })

  it('that is none is ignored', async () => {
    const zeros = `00-${'0'.repeat(32)}-${PARENT}-01`
    for (const header of ['', 'nonsense', zeros, `00-${TRACE}-${PARENT}`, `ff-${TRACE}-${PARENT}-01`]) {
      const id = await send(1, { hops: 1 }, header)
      expect(id).toMatch(/^[0-9a-f]{32}$/)
      expect(id).not.toBe(TRACE)
    }
  })
})

it('a collector that is away or refuses delays nobody; it is said once, and again once it has worked', async () => {
  const get = () => rest(shop, 'GET', path('products'))
  collector.status = 400
  for (let at = 0; at < 3; at += 1) expect((await get()).status).toBe(200)
  await vi.waitFor(() => expect(failures).toHaveLength(1), SENT_SOON)
  await get()
  collector.status = 200
  await vi.waitFor(async () => {
    await get()
    expect(collector.spans.length).toBeGreaterThan(0)
  }, SENT_SOON)
  expect(failures).toHaveLength(1)
  collector.status = 400
  await get()
  await vi.waitFor(() => expect(failures).toHaveLength(2), SENT_SOON)
})

it('nothing of OpenTelemetry is loaded before traces are wanted', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const importing = (what: RegExp) =>
    files.filter((name) => what.test(readFileSync(join('src', name), 'utf8'))).toSorted()
  expect(importing(/^import (?!type ).*from '@opentelemetry\//ms)).toEqual(['platform/tracing/open-tracing.ts'])
  expect(importing(/^import (?!type )[^;]*?from '.*open-tracing\.ts'/m)).toEqual([])
})
