import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWebhookPost } from '../../src/commerce/webhooks/post-message.ts'
import { createNameLookup } from '../../src/platform/network/dns-lookup.ts'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { buyer, dataOf, productIdOf, razorpay } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { type NameServer, openNameServer } from '../support/name-server.ts'
import { openReceiver } from '../support/receiver.ts'
import { forAllTests, openShop, type Shop } from '../support/shop.ts'

const PATIENCE = { timeout: 30_000 }
/** Longer than any test takes: whatever ends, ends for another reason. */
const NEVER_MS = 600_000

let nameServer: NameServer
let stop: AbortController

const receiver = await forAllTests(openReceiver())
beforeEach(async () => {
  nameServer = await openNameServer()
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort(new Error('The test is over'))
  await nameServer.close()
})

/** Sends messages of the store to names, each with how it ended. */
function postTo(names: string[], storeId: string, timeoutMs = NEVER_MS) {
  const ended: unknown[] = []
  const sent = names.map((name) => {
    const url = `http://${name}:${new URL(receiver.url).port}/hook`
    const note = (result: unknown) => ended.push(result)
    return post({ storeId, url, headers: {}, body: '{}' }, timeoutMs).then(note, note)
  })
  return { ended, all: Promise.all(sent).then(() => ended) }
}

let lookUp: ReturnType<typeof createNameLookup>
beforeEach(() => {
  lookUp = createNameLookup({ servers: [nameServer.address], timeoutMs: NEVER_MS, perKey: 2 })
})
const post = (message: Parameters<ReturnType<typeof createWebhookPost>['post']>[0], timeoutMs: number) =>
  createWebhookPost({ networks: [parseNetwork('127.0.0.1/32')], timeoutMs, resolve: lookUp }).post(message, stop.signal)

const names = (store: string, count: number) => Array.from({ length: count }, (_, index) => `${store}-${index}.example`)

it('names whose servers never answer keep no payment waiting', async () => {
  const provider: FakeProvider = await startFakeProvider(razorpay)
  // By its name, which takes the system's own way.
  const shop: Shop = await openShop({ paymentsUrl: provider.url.replace('127.0.0.1', 'localhost') })
  try {
    const store = await shop.addStore({
      store: { payments: razorpay },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    })
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    const { ended } = postTo(names('dead', 12), 'store A')
    await vi.waitFor(() => expect(nameServer.asked.size).toBeGreaterThan(0), PATIENCE)
    const placed = await dataOf(clientOf(shop, store.subdomain, 'REST').checkout({ buyer, items }))
    expect(placed.providerOrderId).toMatch(/^order_/)
    expect(ended).toEqual([])
  } finally {
    await shop.close()
    await provider.close()
  }
})

it('a store has few names looked up at once, and another store need not wait for them', async () => {
  postTo(names('a', 5), 'store A')
  await vi.waitFor(() => expect(nameServer.asked.size).toBe(2), PATIENCE)
  postTo(names('b', 1), 'store B')
  await vi.waitFor(() => expect(nameServer.asked).toContain('b-0.example'), PATIENCE)
  // Which two of store A come first is open: each reads the hosts file before it asks for a permit.
  expect([...nameServer.asked].map((name) => name[0]).sort()).toEqual(['a', 'a', 'b'])
})

it('a look-up that waits for a permit gets it once those before have an answer', async () => {
  nameServer.answer = () => '127.0.0.1'
  expect(await postTo(names('a', 5), 'store A').all).toEqual(Array(5).fill({ status: 200 }))
})

it('looking up ends with the process, and with the time for the message, while it waits for a permit too', async () => {
  const { all } = postTo(names('a', 5), 'store A')
  await vi.waitFor(() => expect(nameServer.asked.size).toBe(2), PATIENCE)
  stop.abort(new Error('stopping'))
  expect((await all).map(String)).toEqual(Array(5).fill('Error: stopping'))

  stop = new AbortController()
  expect(await postTo(names('late', 3), 'store A', 300).all).toEqual(
    Array(3).fill({ failure: 'The receiver did not answer within 0.3 s.' }),
  )
  // Their permits are free again.
  nameServer.answer = () => '127.0.0.1'
  expect(await postTo(names('c', 3), 'store A').all).toEqual(Array(3).fill({ status: 200 }))
})

it('a name server that does not answer is given up before the message is', async () => {
  lookUp = createNameLookup({ servers: [nameServer.address], timeoutMs: 200 })
  expect(await postTo(['slow.example'], 'store A').all).toEqual([
    { failure: 'The receiver could not be reached (ETIMEOUT).' },
  ])
})

it('what a name server answers is looked at before anything is connected', async () => {
  receiver.calls.length = 0
  const addresses: Record<string, string> = { 'good.example': '127.0.0.1', 'bad.example': '127.0.0.2' }
  nameServer.answer = (name) => addresses[name] ?? null
  expect(await postTo(['good.example'], 'store A').all).toEqual([{ status: 200 }])
  expect(await postTo(['bad.example'], 'store A').all).toEqual([
    { failure: expect.stringMatching(/^bad\.example is no address of the public internet.*nothing was sent/) },
  ])
  expect(receiver.calls).toHaveLength(1)
})

it('this machine’s own name is asked of nobody', async () => {
  expect(await postTo(['localhost'], 'store A').all).toEqual([{ status: 200 }])
  expect(nameServer.asked.size).toBe(0)
})
