import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inSaleTransaction } from '../../src/commerce/orders/order-transaction.ts'
import { lockForSettling } from '../../src/commerce/orders/settle/settle-order.sql.ts'
import { settleOrder } from '../../src/commerce/orders/settle/settle-order.ts'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import { createWebhook, type WebhookWithSecret } from '../../src/commerce/webhooks/change-webhook.ts'
import { createDelivery } from '../../src/commerce/webhooks/deliver-messages.ts'
import { newMessage } from '../../src/commerce/webhooks/emit-events.ts'
import { redeliver } from '../../src/commerce/webhooks/redeliver.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { createJobs, jobKinds } from '../../src/process/job-kinds.ts'
import { atOnce, buyer, dataOf, orderRow, pay, productIdOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { isSignedBy, openReceiver, type Receiver } from '../support/receiver.ts'
import { generousHolds, openShop } from '../support/shop.ts'

const QUICK = Array.from({ length: 200 }, () => 0.2)
const WAIT_MS = 60_000
let store: Store
let client: StorefrontClient
let teaId: string
let receiver: Receiver
let hook: WebhookWithSecret

const kinds = { ...jobKinds, 'webhook-delivery': { ...jobKinds['webhook-delivery'], pollSeconds: 0.1 } }
const shop = await openShop({
  holdLimits: generousHolds,
  jobs: { kinds },
  webhooks: { networks: [parseNetwork('127.0.0.1/32')], timeoutMs: 2_000 },
})
// Two processes, which know of each other only by the database.
const processes = [
  shop.services.jobs,
  createJobs({ executeSql: shop.database.executeSql, logger: shop.services.logger, kinds }),
]
for (const process of processes) process.start(jobHandlers(shop.services))
beforeEach(async () => {
  shop.services.webhookPauses = QUICK
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 1000 }],
  })
  client = clientOf(shop, store.subdomain, 'REST')
  teaId = await productIdOf(shop, store, 'tea')
  receiver = await openReceiver()
  hook = await createWebhook({ services: shop.services, store }, { url: receiver.url })
})
afterEach(async () => {
  await shop.database.prisma.webhook.deleteMany({ where: { storeId: store.id } })
  await receiver.close()
})
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop(1_000)))
  await shop.close()
})

const place = (qty = 1) => dataOf(client.checkout({ buyer, items: [{ id: teaId, qty }] }))
const move = (orderNo: string, to: 'SHIPPED' | 'DELIVERED' | 'CANCELLED') =>
  changeOrderStatus({ services: shop.services, store }, orderNo, to, 'owner:test')

/** An order from its payment to its delivery: three events. */
async function lifeOf(): Promise<string> {
  const { orderNo, providerOrderId } = await place()
  await dataOf(client.verify(await pay(shop, providerOrderId)))
  await move(orderNo, 'SHIPPED')
  await move(orderNo, 'DELIVERED')
  return orderNo
}
const life = ['confirmed', 'shipped', 'delivered']

/** What the receiver has taken of an order, each event once. */
function heardOf(orderNo: string): string[] {
  const seen = new Set<string>()
  return receiver.calls
    .filter(({ answer, event }) => answer === 200 && event.data.order?.order_no === orderNo)
    .filter(({ headers }) => !seen.has(`${headers['webhook-id']}`) && seen.add(`${headers['webhook-id']}`))
    .map(({ event }) => event.data.order.status)
}

const messages = () =>
  shop.database.prisma.webhookMessage.findMany({ where: { storeId: store.id }, orderBy: { sequence: 'asc' } })
const allDelivered = () =>
  vi.waitFor(async () => expect((await messages()).map(({ status }) => status)).not.toContain('WAITING'), {
    timeout: WAIT_MS,
    interval: 100,
  })

it('an event arrives, signed so that the official library takes it, and by nobody else’s secret', async () => {
  const { orderNo } = await place(2).then(async (placed) => {
    await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    return placed
  })
  await allDelivered()
  const [call] = receiver.calls
  if (!call) throw new Error('Nothing arrived')
  expect(isSignedBy(hook.secret, call)).toBe(true)
  expect(isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, call)).toBe(false)
  expect(isSignedBy(hook.secret, { ...call, body: call.body.replace('"qty":2', '"qty":1') })).toBe(false)
  const [message] = await messages()
  expect(message).toMatchObject({ status: 'DELIVERED', lastError: null, endedAt: expect.any(Date), body: call.body })
  expect(call).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': message?.id },
    event: {
      type: 'order.confirmed',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        order: {
          ...{ order_no: orderNo, status: 'confirmed', payment_status: 'paid', buyer_phone: buyer.phone },
          ...{ subtotal: 200, total: 200, currency: 'INR', needs_attention: null },
          items: [{ product_id: teaId, variant_id: null, name: 'Tea', price: 100, qty: 2 }],
        },
      },
    },
  })
})

it('while the receiver is down nothing is lost; when it is up again, every event arrives, in order per order', async () => {
  const port = Number(new URL(receiver.url).port)
  await receiver.close()
  const orders = await atOnce(3, lifeOf)
  await vi.waitFor(async () => expect((await messages()).filter(({ attempts }) => attempts > 0)).toHaveLength(3), {
    timeout: WAIT_MS,
  })
  receiver = await openReceiver(port)
  await allDelivered()
  for (const orderNo of orders) expect(heardOf(orderNo)).toEqual(life)
})

it('a receiver that answers 500 now and then is sent it again, and never what comes later first', async () => {
  let calls = 0
  receiver.answer = () => {
    calls += 1
    return calls % 3 === 0 ? 200 : calls % 3 === 1 ? 500 : { location: 'http://127.0.0.1:9/' }
  }
  const orders = await atOnce(3, lifeOf)
  await allDelivered()
  for (const orderNo of orders) {
    expect(heardOf(orderNo)).toEqual(life)
    // What was refused counts, too: nothing was even tried before its time.
    const tried = receiver.calls.filter(({ event }) => event.data.order.order_no === orderNo)
    const steps = tried.map(({ event }) => life.indexOf(event.data.order.status))
    expect(steps).toEqual([...steps].sort())
  }
  for (const call of receiver.calls) expect(isSignedBy(hook.secret, call)).toBe(true)
})

it.each([
  ['7200', 7_200, 7_920],
  [new Date(Date.now() + 7_200_000).toUTCString(), 6_800, 7_920],
  ['604800', 86_400, 95_040],
  ['0', 60, 66],
  ['-5', 60, 66],
  ['soon', 60, 66],
])('a receiver that answers Retry-After: %s is asked again after %d to %d seconds', async (header, least, most) => {
  shop.services.webhookPauses = [60, 60]
  receiver.answer = () => ({ 'retry-after': header })
  const { providerOrderId } = await place()
  await dataOf(client.verify(await pay(shop, providerOrderId)))
  await vi.waitFor(async () => expect((await messages())[0]?.attempts).toBe(1), { timeout: WAIT_MS })
  // By the database's clock, as the attempt was.
  const [row] = await shop.database.prisma.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM next_attempt_at - now())::float8 AS seconds FROM webhook_messages
    WHERE store_id = ${store.id}::uuid`
  expect(row?.seconds).toBeGreaterThan(least - 60)
  expect(row?.seconds).toBeLessThanOrEqual(most)
})

it('a receiver that does not answer is sent it again', async () => {
  receiver.answer = () => (receiver.calls.length === 0 ? 'hang' : 200)
  const orderNo = await lifeOf()
  await allDelivered()
  expect(heardOf(orderNo)).toEqual(life)
  expect(receiver.calls.length).toBeGreaterThanOrEqual(4)
  expect((await messages())[0]?.attempts).toBeGreaterThanOrEqual(2)
})

it('an event that is given up lets the later ones pass, and can be sent again', async () => {
  shop.services.webhookPauses = [0.1]
  receiver.answer = ({ event }) => (event.type === 'order.confirmed' ? 400 : 200)
  const orderNo = await lifeOf()
  await allDelivered()
  expect(heardOf(orderNo)).toEqual(['shipped', 'delivered'])
  const [lost] = await messages()
  expect(lost).toMatchObject({ status: 'GIVEN_UP', attempts: 2, lastError: 'The receiver answered 400.' })

  receiver.answer = () => 200
  await redeliver({ services: shop.services, store }, lost?.id ?? '')
  await allDelivered()
  expect(heardOf(orderNo)).toEqual(['shipped', 'delivered', 'confirmed'])
  expect((await messages())[0]).toMatchObject({ id: lost?.id, status: 'DELIVERED', attempts: 1, lastError: null })
})

it('a receiver that answers 410 is sent nothing more', async () => {
  receiver.answer = () => 410
  await lifeOf()
  await vi.waitFor(
    async () => {
      const webhook = await shop.database.prisma.webhook.findFirstOrThrow({ where: { storeId: store.id } })
      expect(webhook).toMatchObject({ active: false, offReason: 'The receiver answered 410: it wants no more.' })
    },
    { timeout: WAIT_MS },
  )
  await allDelivered()
  await lifeOf()
  expect((await messages()).every(({ status }) => status === 'GIVEN_UP')).toBe(true)
  expect(receiver.taken()).toEqual([])
})

it('a settlement that is rolled back is never reported', async () => {
  const { orderId, orderNo } = await place()
  const { services } = shop
  const order = await services.db.prisma.order.findFirstOrThrow({
    where: { storeId: store.id, id: orderId },
    include: { items: true },
  })
  const settle = inSaleTransaction(services, store.id, async (tx) => {
    const unended = { ...tx, $executeLast: tx.$executeRaw }
    const needs = await lockForSettling(tx, store.id, { id: orderId })
    await settleOrder(services, unended, order, needs, { actor: 'buyer', now: services.clock() })
    expect(await tx.$queryRaw`SELECT FROM webhook_messages WHERE store_id = ${store.id}::uuid`).toHaveLength(1)
    await wait(300)
    throw new Error('rolled back')
  })
  await expect(settle).rejects.toThrow('rolled back')
  expect((await orderRow(shop, store, orderNo)).status).toBe('PENDING')
  // What happens after it arrives, alone.
  await move(orderNo, 'CANCELLED')
  await allDelivered()
  expect(receiver.calls.map(({ event }) => event.type)).toEqual(['order.status_changed'])
})

it('a payment that is verified many times at once is reported once', async () => {
  const { providerOrderId } = await place()
  const receipt = await pay(shop, providerOrderId)
  await atOnce(8, () => dataOf(client.verify(receipt)))
  await allDelivered()
  expect((await messages()).map(({ type }) => type)).toEqual(['order.confirmed'])
})

it('a message whose process has died goes on in another', async () => {
  const { prisma } = shop.database
  receiver.answer = () => 500
  const { orderNo, providerOrderId } = await place()
  await dataOf(client.verify(await pay(shop, providerOrderId)))
  // As if it had died in the middle of sending, a good while ago.
  const dead = { storeId: store.id, id: (await messages())[0]?.id ?? '' }
  await prisma.$executeRaw`
    UPDATE webhook_messages SET leased_until = now() + interval '1 second', next_attempt_at = NULL
    WHERE store_id = ${dead.storeId}::uuid AND id = ${dead.id}::uuid`
  await prisma.$executeRaw`DELETE FROM pgboss.job WHERE name = 'webhook-delivery'`
  receiver.answer = () => 200
  // Its next event finds it in other hands, and comes back for it.
  await move(orderNo, 'SHIPPED')
  await allDelivered()
  expect(heardOf(orderNo)).toEqual(['confirmed', 'shipped'])
})

it('a process that stops lets go at once what it sends, for another to send', async () => {
  const { services } = shop
  receiver.answer = () => 'hang'
  const webhookId = hook.webhook.id
  const event = { type: 'ping', subject: 'no job of its own', data: {} }
  // Without a job, so that this test alone has it sent.
  await services.db.prisma.webhookMessage.create({ data: newMessage(store.id, webhookId, event, new Date()) })
  const delivery = { storeId: store.id, webhookId, subject: event.subject }
  const deliver = createDelivery(services)
  const stopping = new AbortController()
  const sent = deliver(delivery, stopping.signal)
  await vi.waitFor(() => expect(receiver.calls).toHaveLength(1), WAIT_MS)
  stopping.abort(new Error('stopping'))
  await expect(sent).rejects.toThrow('stopping')
  expect(await messages()).toMatchObject([{ status: 'WAITING', attempts: 0, leasedUntil: null }])

  receiver.answer = () => 200
  await deliver(delivery, new AbortController().signal)
  expect(await messages()).toMatchObject([{ status: 'DELIVERED', attempts: 1 }])
})
