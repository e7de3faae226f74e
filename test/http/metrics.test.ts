import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { createWebhook } from '../../src/commerce/webhooks/change-webhook.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { createJobs, jobKinds } from '../../src/process/job-kinds.ts'
import { ownAddress } from '../support/addresses.ts'
import { buyer, dataOf, notify, paidNotice, pay, productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { addressOf, openEvents } from '../support/events.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { needs } from '../support/needs.ts'
import { openNeighbour } from '../support/public-requests.ts'
import { openReceiver } from '../support/receiver.ts'
import { changes, noPrometheus, promtool, type Scrape, scrape } from '../support/scrape.ts'
import { generousHolds, openShop } from '../support/shop.ts'
import { openTestDatabase } from '../support/test-database.ts'

let store: Store
let tea: string
let before: Scrape

const provider = await startFakeProvider(razorpay)
const kinds = { ...jobKinds, 'webhook-delivery': { ...jobKinds['webhook-delivery'], pollSeconds: 0.1 } }
const shop = await openShop({
  metrics: true,
  paymentsUrl: provider.url,
  holdLimits: generousHolds,
  jobs: { kinds },
  webhooks: { networks: [parseNetwork('127.0.0.1/32')] },
  webhookPauses: [0.1],
  policies: { lead: { points: 2, seconds: 900 } },
})
beforeEach(async () => {
  store = await shop.addStore({
    store: { payments: razorpay },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 1000 }],
  })
  tea = await productIdOf(shop, store, 'tea')
  before = await scrape(shop.app)
})
afterAll(async () => {
  await shop.services.jobs.stop(1_000)
  await shop.close()
  await provider.close()
})

const changed = async (metric: string) => changes(before, await scrape(shop.app), metric)
const path = (rest: string) => `/api/sites/${store.subdomain}/${rest}`
const ask = (query: string) => graphql(shop, store.subdomain, query)

describe('operations', () => {
  it('are counted over REST with their results, and timed when they succeed', async () => {
    await rest(shop, 'GET', path('products'))
    await rest(shop, 'GET', path('customer/me'))
    await rest(shop, 'POST', path('checkout'), { items: [] })
    await rest(shop, 'GET', '/api/sites/nobody/products')
    await rest(shop, 'POST', path(`reviews/${tea}`), {
      rating: 5,
      reviewer_name: 'Ravi',
      title: 'Good',
      body: 'Malty.',
    })
    expect(await changed('storefront_operations_total')).toEqual({
      'api="rest",operation="products",result="ok"': 1,
      'api="rest",operation="products",result="STORE_NOT_FOUND"': 1,
      'api="rest",operation="me",result="UNAUTHENTICATED"': 1,
      'api="rest",operation="checkout",result="BAD_USER_INPUT"': 1,
      'api="rest",operation="submitReview",result="ok"': 1,
    })
    expect(await changed('storefront_operation_duration_seconds_count')).toEqual({
      'api="rest",operation="products"': 1,
      'api="rest",operation="submitReview"': 1,
    })
  })

  it('are counted over GraphQL, each of a document by itself, never by a name of the client’s', async () => {
    await ask('query Secret { mine: products { nodes { name } } again: products { nodes { id } } me { name } }')
    await ask('{ trackOrder(orderNo: "ORD-0000000000", phone: "1") { orderNo } store { name } }')
    await ask('{ nothingOfThatName }')
    await rest(shop, 'POST', path('graphql'), 'no object')
    const counted = await changed('storefront_operations_total')
    expect(counted).toEqual({
      'api="graphql",operation="products",result="ok"': 2,
      'api="graphql",operation="me",result="UNAUTHENTICATED"': expect.any(Number),
      'api="graphql",operation="trackOrder",result="NOT_FOUND"': 1,
      'api="graphql",operation="store",result="ok"': 1,
      'api="graphql",operation="none",result="BAD_USER_INPUT"': 2,
    })
    expect((await scrape(shop.app)).text).not.toContain('Secret')
  })

  it('are counted as a subscription begins', async () => {
    const { orderNo } = await dataOf(
      clientOf(shop, store.subdomain, 'REST').checkout({ items: [{ id: tea, qty: 1 }], buyer }),
    )
    before = await scrape(shop.app)
    const query = `subscription { order(orderNo: "${orderNo}", phone: "${buyer.phone}") { status } }`
    const events = await openEvents(`${await addressOf(shop)}${path('graphql')}`, { body: { query } })
    await events.next()
    events.close()
    expect(await changed('storefront_operations_total')).toEqual({ 'api="graphql",operation="order",result="ok"': 1 })
  })

  it('are counted for the owner, also where the key is wrong', async () => {
    const { key } = await createOwnerKey(shop.services, store.id, 'test')
    const ownerAsks = (token: string, query: string) =>
      rest(shop, 'POST', path('owner/graphql'), { query }, { token, ip: ownAddress() })
    await ownerAsks(key, '{ products { nodes { id } } }')
    await ownerAsks(key, '{ order(orderNo: "ORD-0000000000") { id } }')
    await ownerAsks('sk_wrong', '{ products { nodes { id } } }')
    expect(await changed('storefront_operations_total')).toEqual({
      'api="owner",operation="products",result="ok"': 1,
      'api="owner",operation="order",result="NOT_FOUND"': 1,
      'api="owner",operation="none",result="UNAUTHENTICATED"': 1,
    })
  })

  it('count when their answer was kept, through the framework and before it, but take no time then', async () => {
    const document = '{ products { nodes { slug } } }'
    const kept = await openNeighbour(shop, { metrics: true })
    const url = await kept.app.listen({ port: 0, host: '127.0.0.1' })
    before = await scrape(kept.app)
    const get = () => fetch(url + path('products'), { headers: { 'x-forwarded-for': ownAddress() } })
    const payload = { query: document }
    // The store is looked up again once a second, and then the framework answers: both ways count alike.
    for (let at = 0; at < 10; at += 1) {
      expect((await get()).status).toBe(200)
      await kept.app.inject({
        method: 'POST',
        url: path('graphql'),
        payload,
        headers: { 'x-forwarded-for': ownAddress() },
      })
    }
    const after = await scrape(kept.app)
    expect(changes(before, after, 'storefront_operations_total')).toEqual({
      'api="rest",operation="products",result="ok"': 10,
      'api="graphql",operation="products",result="ok"': 10,
    })
    const uses = changes(before, after, 'storefront_answer_cache_requests_total')
    const made = changes(before, after, 'storefront_operation_duration_seconds_count')
    const [rest = 0, graphql = 0] = [
      made['api="rest",operation="products"'],
      made['api="graphql",operation="products"'],
    ]
    expect(uses).toEqual({ 'result="hits"': 20 - rest - graphql, 'result="misses"': rest + graphql })
    expect(uses['result="hits"']).toBeGreaterThan(0)
    expect(after.values.storefront_answer_cache_bytes).toBeGreaterThan(0)
    await kept.app.close()
  })
})

it('refusals are counted by their limit', async () => {
  const ip = ownAddress()
  for (let at = 0; at < 4; at += 1)
    await rest(shop, 'POST', path('lead'), { name: 'Ravi' }, { ip, headers: { accept: 'application/json' } })
  expect(await changed('storefront_limits_refused_total')).toEqual({ 'limit="lead"': 2 })
  expect(await changed('storefront_operations_total')).toEqual({
    'api="rest",operation="submitLead",result="ok"': 2,
    'api="rest",operation="submitLead",result="RATE_LIMITED"': 2,
  })
})

describe('orders and payments', () => {
  const order = async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const placed = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 1 }] }))
    return { client, payment: provider.pay(placed.providerOrderId) }
  }

  it('are counted by what has settled them', async () => {
    const verified = await order()
    await dataOf(verified.client.verify(receiptOf(verified.payment)))
    await dataOf(verified.client.verify(receiptOf(verified.payment)))
    const noticed = await order()
    await notify(shop, store.subdomain, paidNotice(noticed.payment))
    await notify(shop, store.subdomain, paidNotice(provider.pay(noticed.payment.order_id)))
    expect(await changed('storefront_orders_placed_total')).toEqual({ 'payment="due"': 2 })
    expect(await changed('storefront_orders_settled_total')).toEqual({ 'source="verify"': 1, 'source="webhook"': 1 })
    expect(await changed('storefront_payments_total')).toEqual({
      'outcome="settled"': 2,
      'outcome="repeated"': 1,
      'outcome="attention"': 1,
    })
  })

  it('are counted when they fail, by who is to blame', async () => {
    const { client, payment } = await order()
    await client.verify({ ...receiptOf(payment), provider_signature: 'wrong' })
    provider.next = ['refuse']
    await client.checkout({ buyer, items: [{ id: tea, qty: 1 }] })
    await notify(shop, store.subdomain, paidNotice(payment), { 'x-provider-signature': 'wrong' })
    expect(await changed('storefront_orders_failed_total')).toEqual({ 'source="buyer"': 1, 'source="provider"': 1 })
    expect(await changed('storefront_payments_total')).toEqual({ 'outcome="bad_signature"': 2 })
  })

  it('that cost nothing are placed and settled at once', async () => {
    store = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'gift', name: 'Gift', price: 100 }],
      discounts: [{ code: 'ALL', type: 'percent', value: 100, active: true }],
    })
    const client = clientOf(shop, store.subdomain, 'REST')
    const items = [{ id: await productIdOf(shop, store, 'gift'), qty: 1 }]
    await dataOf(client.checkout({ buyer, items, discountCode: 'ALL' }))
    const paid = await dataOf(client.checkout({ buyer, items }))
    await dataOf(client.verify(await pay(shop, paid.providerOrderId)))
    expect(await changed('storefront_orders_placed_total')).toEqual({ 'payment="free"': 1, 'payment="due"': 1 })
    expect(await changed('storefront_orders_settled_total')).toEqual({ 'source="free"': 1, 'source="verify"': 1 })
  })
})

it('webhooks and jobs are counted by how they end; the backlog shows what waits', async () => {
  const receiver = await openReceiver()
  receiver.answer = () => (receiver.calls.length === 0 ? 500 : 200)
  await createWebhook({ services: shop.services, store }, { url: receiver.url })
  const client = clientOf(shop, store.subdomain, 'REST')
  const placed = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 1 }] }))
  await dataOf(client.verify(receiptOf(provider.pay(placed.providerOrderId))))
  const jobs = () => shop.services.jobs.backlog()
  expect(await jobs()).toContainEqual(expect.objectContaining({ name: 'webhook-delivery', due: 1, failed: 0 }))
  const waiting = await openNeighbour(shop, { metrics: true })
  const { values } = await scrape(waiting.app)
  await waiting.app.close()
  expect(values['storefront_jobs{kind="webhook-delivery",state="due"}']).toBe(1)
  expect(values['storefront_jobs_oldest_seconds{kind="webhook-delivery"}']).toBeGreaterThanOrEqual(0)
  expect(values.storefront_database_up).toBe(1)

  shop.services.jobs.start(jobHandlers(shop.services))
  await vi.waitFor(
    async () =>
      expect(await changed('storefront_webhook_deliveries_total')).toEqual({
        'outcome="failed"': 1,
        'outcome="delivered"': 1,
      }),
    { timeout: 60_000 },
  )
  await vi.waitFor(
    async () =>
      expect(await changed('storefront_job_runs_total')).toMatchObject({
        'kind="webhook-delivery",outcome="completed"': 2,
      }),
    { timeout: 60_000 },
  )
  await receiver.close()
})

it('a database that is gone delays no scrape, and shows', async () => {
  const gone = await openTestDatabase()
  await gone.close()
  const jobs = createJobs({ executeSql: gone.executeSql, logger: shop.services.logger })
  const lonely = await openNeighbour(shop, { metrics: true }, { services: { ...shop.services, jobs } })
  const { values } = await scrape(lonely.app)
  await lonely.app.close()
  expect(values.storefront_database_up).toBe(0)
  expect(Object.keys(values).filter((name) => name.startsWith('storefront_jobs'))).toEqual([])
})

it('the state of connections and of the queue of orders is there', async () => {
  const { values } = await scrape(shop.app)
  expect(values.storefront_database_connections_max).toBeGreaterThan(0)
  for (const name of ['database_connections', 'database_waiting', 'order_queue{state="waiting"}']) {
    expect(values).toHaveProperty([`storefront_${name}`])
  }
  expect(values).toHaveProperty(['nodejs_eventloop_lag_p99_seconds'])
})

it('no label holds a store, a path or anything else of a client’s', async () => {
  const marks = ['marked-store', 'marked-path', 'marked-agent', 'marked-query', 'marked-field']
  await rest(shop, 'GET', '/api/sites/marked-store/products', undefined, { headers: { 'user-agent': 'marked-agent' } })
  await rest(shop, 'GET', path('marked-path?marked-query=1'))
  await ask('query marked_query { products(category: "marked-field") { nodes { name } } }')
  const { text } = await scrape(shop.app)
  for (const mark of [...marks, store.subdomain, store.id, tea]) expect(text).not.toContain(mark)
})

it('promtool has nothing to say', needs(noPrometheus), async () => {
  const { text } = await scrape(shop.app)
  const { output } = promtool(['check', 'metrics'], text)
  const ours = output.split('\n').filter((line) => /^(storefront|http)_/.test(line))
  expect(ours).toEqual([])
  expect(promtool(['check', 'metrics'], '# TYPE storefront_bad_total gauge\nstorefront_bad_total 1\n').passed).toBe(
    false,
  )
})
