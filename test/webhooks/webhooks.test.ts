import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jobKinds } from '../../src/gateway/job-kinds.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { jobHandlers } from '../../src/job-handlers.ts'
import { changeOrderStatus } from '../../src/orders/change-status.ts'
import { resealSecrets } from '../../src/payments/reseal-secrets.ts'
import { parseNetwork } from '../../src/platform/network.ts'
import { createSeal } from '../../src/platform/sealed-secrets.ts'
import { captureLog } from '../payments/captured-log.ts'
import { buy, buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { isSignedBy, openReceiver, type Receiver } from '../support/receiver.ts'
import { openShop, SECRETS, type Shop } from '../support/shop.ts'

const { log, lines } = captureLog()

let shop: Shop
let receiver: Receiver
let store: Store
let owner: Owner
let client: StorefrontClient

beforeAll(async () => {
  shop = await openShop({
    logger: log,
    maxLeads: 1,
    webhooks: { networks: [parseNetwork('127.0.0.1/32')] },
    jobs: { kinds: { ...jobKinds, 'webhook-delivery': { ...jobKinds['webhook-delivery'], pollSeconds: 0.1 } } },
  })
  shop.services.jobs.start(jobHandlers(shop.services))
})
beforeEach(async () => {
  receiver = await openReceiver()
  store = await shop.addStore({
    store: { payments: { provider: 'sandbox' } },
    products: [
      { slug: 'tea', name: 'Tea', price: 100.5, stock: 8 },
      { slug: 'sized', name: 'Sencha', price: 50, variants: [{ options: { size: '50g' }, stock: 6 }] },
    ],
  })
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
})
afterEach(async () => {
  await shop.services.prisma.webhook.deleteMany({ where: { storeId: store.id } })
  await receiver.close()
})
afterAll(async () => {
  await shop.services.jobs.stop(1_000)
  await shop.close()
})

const CREATE = `mutation ($input: NewWebhookInput!) {
  createWebhook(input: $input) { secret webhook { id url events active offReason version previousSecretTill } }
}`
const UPDATE = `mutation ($id: ID!, $version: Int!, $input: WebhookInput!) {
  updateWebhook(id: $id, version: $version, input: $input) { url events active version }
}`
const ROTATE = 'mutation ($id: ID!) { rotateWebhookSecret(id: $id) { secret webhook { previousSecretTill } } }'
const PING = 'mutation ($id: ID!) { sendTestEvent(id: $id) { id type status body } }'
const DELETE = 'mutation ($id: ID!) { deleteWebhook(id: $id) { id } }'
const REDELIVER = 'mutation ($id: ID!) { redeliver(id: $id) { status attempts } }'
const LIST = '{ webhooks { id url events active version } }'
const MESSAGES = `query ($status: WebhookMessageStatus, $webhookId: ID, $first: Int, $after: String) {
  webhookMessages(status: $status, webhookId: $webhookId, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes { id type status attempts lastError }
  }
}`

const create = async (input: object = {}): Promise<{ secret: string; webhook: any }> =>
  (await owner.ask(CREATE, { input: { url: receiver.url, ...input } })).createWebhook
const heard = (count: number) =>
  vi.waitFor(() => expect(receiver.calls.map(({ event }) => event.type)).toHaveLength(count), 60_000)
const told = async () =>
  (
    await shop.services.prisma.webhookMessage.findMany({ where: { storeId: store.id }, orderBy: { sequence: 'asc' } })
  ).map(({ body }) => JSON.parse(body))

describe('a store tells its webhooks', () => {
  it('nothing that it has not subscribed to, and everything without a choice', async () => {
    await create({ events: ['LEAD_SUBMITTED'] })
    await dataOf(client.submitReview(await productIdOf(shop, store, 'tea'), { rating: 5, body: 'Malty.' }))
    await dataOf(client.submitLead({ name: 'Asha', message: 'Do you ship to Goa?' }))
    expect(await told()).toEqual([
      {
        type: 'lead.submitted',
        timestamp: expect.any(String),
        data: {
          lead: {
            ...{ id: expect.any(String), name: 'Asha', email: null, phone: null, message: 'Do you ship to Goa?' },
            created_at: expect.any(String),
          },
        },
      },
    ])
    await create()
    await dataOf(client.submitReview(await productIdOf(shop, store, 'tea'), { rating: 4, body: 'Strong.' }))
    expect((await told()).slice(1)).toMatchObject([
      {
        type: 'review.submitted',
        data: { review: { product_name: 'Tea', rating: 4, body: 'Strong.', status: 'pending', verified: false } },
      },
    ])
  })

  it('of nothing that was refused in the end', async () => {
    await create()
    await dataOf(client.submitLead({ message: 'The last one that fits' }))
    expect(await client.submitLead({ message: 'One too many' })).toMatchObject({ status: 429 })
    expect((await told()).map(({ data }) => data.lead.message)).toEqual(['The last one that fits'])
  })

  it('of low stock once, when it falls to the threshold', async () => {
    await create({ events: ['STOCK_LOW'] })
    const [tea, sized] = [await productIdOf(shop, store, 'tea'), await productIdOf(shop, store, 'sized')]
    const variant = { size: '50g' }
    await buy(shop, client, { items: [{ id: tea, qty: 2 }] })
    expect(await told()).toEqual([])
    // Two lines of one counter.
    await buy(shop, client, {
      items: [
        { id: tea, qty: 1 },
        { id: sized, qty: 1, variant },
        { id: tea, qty: 1 },
      ],
    })
    await buy(shop, client, {
      items: [
        { id: tea, qty: 1 },
        { id: sized, qty: 1, variant },
      ],
    })
    const events = (await told()).map(({ type, data }) => ({ type, ...data }))
    expect(events).toHaveLength(2)
    expect(events).toContainEqual({
      ...{ type: 'stock.low', stock: 4, threshold: 5, variant: null },
      product: { id: tea, name: 'Tea' },
    })
    expect(events).toContainEqual({
      ...{ type: 'stock.low', stock: 5, threshold: 5, variant: { id: expect.any(String), options: { size: '50g' } } },
      product: { id: sized, name: 'Sencha' },
    })
  })

  it('of low stock that the owner has counted, by the threshold of the store', async () => {
    await create({ events: ['STOCK_LOW'] })
    const change = 'mutation ($id: ID!, $by: Int!) { changeStock(productId: $id, by: $by) { stock } }'
    const set =
      'mutation ($id: ID!, $to: Int, $from: Int) { setStock(productId: $id, stock: $to, basedOn: $from) { stock } }'
    const tea = await productIdOf(shop, store, 'tea')
    const { stock } = (await owner.ask(change, { id: tea, by: 0 })).changeStock
    await owner.ask(set, { id: tea, to: 6, from: stock })
    await owner.ask(change, { id: tea, by: -1 })
    await owner.ask(change, { id: tea, by: -1 })
    const { version } = (await owner.ask('{ store { version } }')).store
    const threshold =
      'mutation ($version: Int!) { updateStore(input: { lowStockThreshold: 2 }, version: $version) { version } }'
    await owner.ask(threshold, { version })
    await owner.ask(set, { id: tea, to: null, from: 4 })
    await owner.ask(set, { id: tea, to: 2, from: null })
    expect((await told()).map(({ data }) => [data.stock, data.threshold])).toEqual([
      [5, 5],
      [2, 2],
    ])
  })

  it('of an order, from its payment to its refund that is due', async () => {
    await create({ events: ['ORDER_CONFIRMED', 'ORDER_STATUS_CHANGED', 'ORDER_NEEDS_ATTENTION'] })
    const tea = await productIdOf(shop, store, 'tea')
    const { orderNo } = await buy(shop, client, { items: [{ id: tea, qty: 1 }] })
    await changeOrderStatus({ services: shop.services, store }, orderNo, 'CANCELLED', `owner:${owner.keyId}`)
    expect(await told()).toMatchObject([
      {
        type: 'order.confirmed',
        data: { order: { order_no: orderNo, total: 100.5, status: 'confirmed', play_money: true } },
      },
      {
        type: 'order.status_changed',
        data: { from: 'confirmed', to: 'cancelled', actor: `owner:${owner.keyId}`, order: { status: 'cancelled' } },
      },
      {
        type: 'order.needs_attention',
        data: { reason: 'Cancelled after it was paid: refund the buyer.', order: { order_no: orderNo } },
      },
    ])
  })

  it('of an order that was paid although it could not be served', async () => {
    await create({ events: ['ORDER_CONFIRMED', 'ORDER_NEEDS_ATTENTION'] })
    const tea = await productIdOf(shop, store, 'tea')
    const short = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 2 }] }))
    const late = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 1 }] }))
    await shop.services.prisma.product.updateMany({ where: { storeId: store.id }, data: { stock: 1 } })
    await dataOf(client.verify(await pay(shop, short.providerOrderId)))
    await changeOrderStatus({ services: shop.services, store }, late.orderNo, 'CANCELLED', 'owner:test')
    await client.verify(await pay(shop, late.providerOrderId))
    expect((await told()).map(({ type, data }) => [type, data.order.order_no, data.reason])).toEqual([
      ['order.confirmed', short.orderNo, undefined],
      ['order.needs_attention', short.orderNo, 'Paid when there was not enough in stock of: Tea.'],
      ['order.needs_attention', late.orderNo, 'Paid after it was cancelled: refund the buyer.'],
    ])
  })

  it('and pays one statement for what nobody listens to', async () => {
    const tea = await productIdOf(shop, store, 'tea')
    const first = await dataOf(client.checkout({ buyer, items: [{ id: tea, qty: 1 }] }))
    const receipt = await pay(shop, first.providerOrderId)
    shop.statements()
    await dataOf(client.verify(receipt))
    const statements = shop.statements()
    expect(statements.filter((sql) => sql.includes('FROM webhooks JOIN stores'))).toHaveLength(1)
    expect(statements.filter((sql) => /INSERT INTO .*(webhook|pgboss)/.test(sql))).toEqual([])
  })
})

describe('the owner', () => {
  it('is told the secret once, and nobody hears of it', async () => {
    const { secret, webhook } = await create({ events: ['ORDER_CONFIRMED', 'ORDER_CONFIRMED'] })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(webhook).toMatchObject({ url: receiver.url, events: ['ORDER_CONFIRMED'], active: true, version: 1 })
    await owner.ask(PING, { id: webhook.id })
    await heard(1)
    const rotated = (await owner.ask(ROTATE, { id: webhook.id })).rotateWebhookSecret
    const seen = JSON.stringify([
      await owner.ask(LIST),
      await owner.ask(MESSAGES),
      receiver.calls,
      lines,
      await shop.services.prisma.webhook.findMany(),
      await told(),
    ])
    for (const text of [secret, rotated.secret]) expect(seen).not.toContain(text.slice('whsec_'.length))
  })

  it('tries a webhook out, whatever it is told otherwise', async () => {
    const { secret, webhook } = await create({ events: ['STOCK_LOW'] })
    const { sendTestEvent } = await owner.ask(PING, { id: webhook.id })
    expect(sendTestEvent).toMatchObject({ type: 'ping', status: 'WAITING' })
    await heard(1)
    const [call] = receiver.calls
    expect(call).toMatchObject({ body: sendTestEvent.body, headers: { 'webhook-id': sendTestEvent.id } })
    expect(call && isSignedBy(secret, call)).toBe(true)
  })

  it('rotates a secret: for a day both sign', async () => {
    const { secret, webhook } = await create()
    const rotated = (await owner.ask(ROTATE, { id: webhook.id })).rotateWebhookSecret
    const till = new Date(rotated.webhook.previousSecretTill).getTime()
    expect(Math.abs(till - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000)
    await owner.ask(PING, { id: webhook.id })
    await heard(1)
    expect(receiver.calls[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const text of [secret, rotated.secret])
      expect(receiver.calls[0] && isSignedBy(text, receiver.calls[0])).toBe(true)

    const data = { previousSecretTill: new Date() }
    await shop.services.prisma.webhook.updateMany({ where: { storeId: store.id }, data })
    await owner.ask(PING, { id: webhook.id })
    await heard(2)
    expect(receiver.calls[1] && isSignedBy(rotated.secret, receiver.calls[1])).toBe(true)
    expect(receiver.calls[1] && isSignedBy(secret, receiver.calls[1])).toBe(false)
  })

  it('keeps a webhook’s secret when the secret of the service is rotated', async () => {
    const { secret, webhook } = await create()
    const seal = createSeal(['another-secret-for-tests-0123456789abcdef', ...SECRETS])
    await resealSecrets({ ...shop.services, seal })
    const row = await shop.services.prisma.webhook.findFirstOrThrow({ where: { storeId: store.id } })
    expect(seal.isCurrent(row.sealedSecret)).toBe(true)
    expect(seal.open(store.id, row.sealedSecret)).toBe(secret)
    await owner.ask(DELETE, { id: webhook.id })
  })

  it('changes a webhook, based on what they have seen', async () => {
    const { webhook } = await create()
    const change = (version: number, input: object) => ({ id: webhook.id, version, input })
    expect(await owner.ask(UPDATE, change(1, { events: ['STOCK_LOW'] }))).toEqual({
      updateWebhook: { url: receiver.url, events: ['STOCK_LOW'], active: true, version: 2 },
    })
    expect(await owner.refused(UPDATE, change(1, { url: 'https://hooks.example' }))).toMatchObject({ code: 'CONFLICT' })
    expect((await owner.ask(UPDATE, change(2, { url: 'https://hooks.example/x' }))).updateWebhook).toMatchObject({
      url: 'https://hooks.example/x',
      events: ['STOCK_LOW'],
    })
  })

  it('gives no URL that leads to a private place', async () => {
    const refused = { code: 'BAD_USER_INPUT', message: expect.stringContaining('10.0.0.1 does not') }
    expect(await owner.refused(CREATE, { input: { url: 'https://10.0.0.1/' } })).toEqual(refused)
    const { webhook } = await create()
    const change = { id: webhook.id, version: 1, input: { url: 'https://10.0.0.1/' } }
    expect(await owner.refused(UPDATE, change)).toEqual(refused)
  })

  it('has ten webhooks at most, however many are created at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => owner.post(CREATE, { input: { url: receiver.url } })),
    )
    expect(outcomes.filter(({ body }) => body.errors?.[0].extensions.code === 'CONFLICT')).toHaveLength(2)
    expect((await owner.ask(LIST)).webhooks).toHaveLength(10)
  })

  it('switches a webhook off, which ends what waits for it', async () => {
    receiver.answer = () => 500
    shop.services.webhookPauses = [3600]
    const { webhook } = await create()
    const { sendTestEvent } = await owner.ask(PING, { id: webhook.id })
    await vi.waitFor(async () => {
      const { webhookMessages } = await owner.ask(MESSAGES, { status: 'WAITING', webhookId: webhook.id })
      expect(webhookMessages.nodes).toMatchObject([{ attempts: 1, lastError: 'The receiver answered 500.' }])
    }, 60_000)
    await owner.ask(UPDATE, { id: webhook.id, version: 1, input: { active: false } })
    expect((await owner.ask(MESSAGES)).webhookMessages).toMatchObject({
      totalCount: 1,
      nodes: [{ id: sendTestEvent.id, status: 'GIVEN_UP', lastError: 'The webhook is switched off.' }],
    })
    await dataOf(client.submitLead({ message: 'Nobody hears of it' }))
    expect((await owner.ask(MESSAGES)).webhookMessages.totalCount).toBe(1)
    const off = { code: 'CONFLICT', message: 'The webhook is switched off. Switch it on first.' }
    expect(await owner.refused(PING, { id: webhook.id })).toEqual(off)
    expect(await owner.refused(REDELIVER, { id: sendTestEvent.id })).toEqual(off)

    receiver.answer = () => 200
    await owner.ask(UPDATE, { id: webhook.id, version: 2, input: { active: true } })
    await owner.ask(REDELIVER, { id: sendTestEvent.id })
    await heard(2)
  })

  it('pages through what was told', async () => {
    const { webhook } = await create({ events: ['STOCK_LOW'] })
    for (let sent = 0; sent < 3; sent += 1) await owner.ask(PING, { id: webhook.id })
    const page = (await owner.ask(MESSAGES, { first: 2 })).webhookMessages
    expect(page).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } })
    const rest = (await owner.ask(MESSAGES, { after: page.pageInfo.endCursor })).webhookMessages
    expect(new Set([...page.nodes, ...rest.nodes].map(({ id }: { id: string }) => id)).size).toBe(3)
  })

  it('of another store hears and sees nothing', async () => {
    const { webhook } = await create()
    await dataOf(client.submitLead({ message: 'For Asha alone' }))
    const [message] = (await owner.ask(MESSAGES)).webhookMessages.nodes
    await heard(1)

    const neighbour = await shop.addStore()
    const stranger = await ownerOf(shop, neighbour)
    const theirs = await openReceiver()
    await stranger.ask(CREATE, { input: { url: theirs.url } })
    expect((await stranger.ask(MESSAGES)).webhookMessages.nodes).toEqual([])
    expect((await stranger.ask(MESSAGES, { webhookId: webhook.id })).webhookMessages.nodes).toEqual([])
    for (const [query, id, input] of [
      [PING, webhook.id],
      [ROTATE, webhook.id],
      [DELETE, webhook.id],
      [REDELIVER, message.id],
      [UPDATE, webhook.id, {}],
      [PING, 'no-uuid'],
      [REDELIVER, 'no-uuid'],
    ])
      expect(await stranger.refused(query, { id, version: 1, input })).toMatchObject({ code: 'NOT_FOUND' })
    await dataOf(clientOf(shop, neighbour.subdomain, 'REST').submitLead({ message: 'For the neighbour' }))
    await vi.waitFor(() => expect(theirs.calls).toHaveLength(1), 60_000)
    expect(theirs.calls[0]?.event.data.lead.message).toBe('For the neighbour')
    expect(receiver.calls).toHaveLength(1)
    await theirs.close()
  })
})
