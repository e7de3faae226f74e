import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { connectRedis } from '../../src/platform/redis/redis.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { jobKinds } from '../../src/process/job-kinds.ts'
import { type CuttableProxy, startCuttableProxy } from '../platform/cuttable-proxy.ts'
import { buyer, productIdOf, razorpay } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { startFakeModel } from '../support/fake-model.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { openMailServer } from '../support/mail-server.ts'
import { needs, noRedis } from '../support/needs.ts'
import { openShop } from '../support/shop.ts'

/** What a call of the shop under test may take; in production 10 s, of a model 20 s. */
const WITHIN_MS = 2_000

const { REDIS_URL } = process.env
/** The network in front of each service: it fails, not the service. */
const networks: Record<'provider' | 'model' | 'mail' | 'redis', CuttableProxy | null> = {
  ...{ provider: null, model: null, mail: null, redis: null },
}

const provider = await startFakeProvider(razorpay)
const model = await startFakeModel()
const mail = await openMailServer()
const through = async (name: keyof typeof networks, url: string) => {
  const network = await startCuttableProxy(url)
  networks[name] = network
  return url.replace(new URL(url).host, new URL(network.url).host)
}
const smtpUrl = await through('mail', mail.url)
const smtp = { smtpUrl, from: 'no-reply@shop.example', connectWithinMs: WITHIN_MS }
const shop = await openShop({
  paymentsUrl: await through('provider', provider.url),
  paymentsTimeoutMs: WITHIN_MS,
  chat: { url: await through('model', model.url), model: 'small', apiKey: null, timeoutMs: WITHIN_MS },
  mailer: createMailer({ smtp, logger: createLogger('silent') }),
  jobs: {
    kinds: {
      ...jobKinds,
      'lead-notification': { ...jobKinds['lead-notification'], pollSeconds: 0.2, retrySeconds: 1, retries: 20 },
    },
  },
  policies: { subscribe: { points: 3, seconds: 600 } },
  ...(REDIS_URL && { redis: connectRedis(await through('redis', REDIS_URL), createLogger('silent')) }),
})
const store = await shop.addStore({
  store: { payments: razorpay, chat: { enabled: true }, ownerEmail: 'owner@example.com' },
  products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }],
})
const path = `/api/sites/${store.subdomain}`
const productId = await productIdOf(shop, store, 'tea')
shop.services.jobs.start(jobHandlers(shop.services))
afterEach(() => {
  shop.secrets.lines.length = 0
})
afterAll(async () => {
  await shop.services.jobs.stop(1_000)
  for (const network of Object.values(networks)) await network?.close()
  await shop.close()
  for (const server of [provider, model, mail]) await server.close()
})

const faults = [
  ['gone', (network: CuttableProxy) => network.cut(), (network: CuttableProxy) => network.mend()],
  ['silent', (network: CuttableProxy) => network.hang(), (network: CuttableProxy) => network.resume()],
] as const

function networkOf(name: keyof typeof networks): CuttableProxy {
  const network = networks[name]
  if (!network) throw new Error(`There is no ${name} here`)
  return network
}

const logged = (message: string) =>
  shop.secrets.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith(message))

function checkout(key: string) {
  const cart = { buyer, items: [{ id: productId, qty: 1 }] }
  return rest(shop, 'POST', `${path}/checkout`, cart, { headers: { 'idempotency-key': key } })
}
const holds = () => shop.database.prisma.stockHold.count({ where: { storeId: store.id, productId } })
const chat = () => rest(shop, 'POST', `${path}/chat`, { message: 'How much is tea?' })

describe.each(faults)('what is %s', (how, fail, mend) => {
  it('the payment provider: checkout says so, others go on; then the same key buys at once', async () => {
    const network = networkOf('provider')
    const before = await holds()
    await fail(network)
    const answer = { status: 502, body: { error: 'Payment provider unavailable' } }
    expect(await checkout(how)).toMatchObject(answer)
    expect(logged('Payment provider unavailable')).toMatchObject([{ err: { message: expect.stringMatching(/./) } }])
    expect(await rest(shop, 'GET', `${path}/products`)).toMatchObject({ status: 200 })
    expect(await holds()).toBe(before)

    await mend(network)
    expect(await checkout(how)).toMatchObject({ status: 200 })
    expect(await holds()).toBe(before + 1)
  })

  it('the language model: chat says so, uncounted; then it answers at once', async () => {
    const network = networkOf('model')
    await fail(network)
    const error = 'The assistant is unavailable. Please try again.'
    expect(await chat()).toMatchObject({ status: 502, body: { error } })
    expect(logged('The assistant did not answer')).toMatchObject([{ reason: expect.stringMatching(/./) }])
    const where = { storeId: store.id }
    const before = (await shop.database.prisma.chatDay.findFirstOrThrow({ where })).messages

    await mend(network)
    expect(await chat()).toMatchObject({ status: 200, body: { reply: model.says } })
    expect((await shop.database.prisma.chatDay.findFirstOrThrow({ where })).messages).toBe(before + 1)
  })

  it('the mail server: nobody notices; then the mail arrives, once', async () => {
    const network = networkOf('mail')
    await fail(network)
    const visitor = clientOf(shop, store.subdomain, 'REST')
    expect(await visitor.submitLead({ name: how })).toMatchObject({ data: { success: true } })
    const failed = () => logged('A job has failed and will be retried')
    await vi.waitFor(() => expect(failed()).toMatchObject([{ job: 'lead-notification' }]), 60_000)
    await mend(network)
    const received = () => mail.received.filter(({ text }) => text.includes(`Name: ${how}`))
    await vi.waitFor(() => expect(received()).toHaveLength(1), 60_000)
  })

  it('Redis: each process counts by itself; then together again', needs(noRedis), async () => {
    const network = networkOf('redis')
    const ip = `192.0.2.${how.length}`
    const subscribe = async (name: string) => {
      const answer = await rest(shop, 'POST', `${path}/subscribe`, { email: `${name}@example.com` }, { ip })
      return { status: answer.status, left: /r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1] }
    }
    expect(await subscribe('before')).toEqual({ status: 200, left: '2' })
    await fail(network)
    const answers = []
    for (const name of ['a', 'b', 'c', 'd']) answers.push(await subscribe(name))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(logged('Redis is')).toMatchObject([{ msg: expect.stringMatching(/^Redis is unreachable: /) }])

    await mend(network)
    const back = async () => {
      // A request tries Redis, at most once a second.
      await rest(shop, 'POST', `${path}/track-order`, { order_no: 'ORD-1', phone: '1' })
      expect(logged('Redis is reachable again')).toHaveLength(1)
    }
    await vi.waitFor(back, { timeout: 60_000, interval: 100 })
    // What was sent to a silent Redis counts once that hears it.
    expect(await subscribe('after')).toEqual({ status: 200, left: how === 'silent' ? '0' : '1' })
  })
})
