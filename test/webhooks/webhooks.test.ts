import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resealSecrets } from '../../src/commerce/payments/reseal-secrets.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { jobKinds } from '../../src/process/job-kinds.ts'
import { captureLog } from '../payments/captured-log.ts'
import { dataOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { isSignedBy, openReceiver, type Receiver } from '../support/receiver.ts'
import { openShop, SECRETS } from '../support/shop.ts'
import { CREATE, createWebhook, eventsOf } from './subscriptions.ts'

const { log, lines } = captureLog()
let receiver: Receiver
let store: Store
let owner: Owner
let client: StorefrontClient

const shop = await openShop({
  logger: log,
  webhooks: { networks: [parseNetwork('127.0.0.1/32')] },
  jobs: { kinds: { ...jobKinds, 'webhook-delivery': { ...jobKinds['webhook-delivery'], pollSeconds: 0.1 } } },
})
shop.services.jobs.start(jobHandlers(shop.services))
beforeEach(async () => {
  receiver = await openReceiver()
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
})
afterEach(async () => {
  await shop.database.prisma.webhook.deleteMany({ where: { storeId: store.id } })
  await receiver.close()
})
afterAll(async () => {
  await shop.services.jobs.stop(1_000)
  await shop.close()
})

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

const create = (input: object = {}) => createWebhook(owner, { url: receiver.url, ...input })
const heard = (count: number) =>
  vi.waitFor(() => expect(receiver.calls.map(({ event }) => event.type)).toHaveLength(count), 60_000)

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
      await shop.database.prisma.webhook.findMany(),
      await eventsOf(shop, store),
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
    await shop.database.prisma.webhook.updateMany({ where: { storeId: store.id }, data })
    await owner.ask(PING, { id: webhook.id })
    await heard(2)
    expect(receiver.calls[1] && isSignedBy(rotated.secret, receiver.calls[1])).toBe(true)
    expect(receiver.calls[1] && isSignedBy(secret, receiver.calls[1])).toBe(false)
  })

  it('keeps a webhook’s secret when the secret of the service is rotated', async () => {
    const { secret, webhook } = await create()
    const seal = createSeal(['another-secret-for-tests-0123456789abcdef', ...SECRETS])
    await resealSecrets({ ...shop.services, seal })
    const row = await shop.database.prisma.webhook.findFirstOrThrow({ where: { storeId: store.id } })
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

  it('pages through the messages', async () => {
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
