import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs, noServer } from '../support/needs.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { noServers } from '../support/postgres-server.ts'
import { answersTo, answerTo, openNeighbour, passTime, publicRequests } from '../support/public-requests.ts'
import { openReplicatedShop, type ReplicatedShop } from '../support/replicated-shop.ts'

describe('a shop with a streaming replica', needs(noServer, noServers), () => {
  let replicated: ReplicatedShop
  let store: Store
  let owner: Owner
  let id: string
  let time: ReturnType<typeof passTime>

  beforeAll(async () => {
    time = passTime()
    replicated = await openReplicatedShop()
    const { shop } = replicated
    store = await shop.addStore({
      store: {
        payments: { provider: 'sandbox' },
        chat: { enabled: true, context: 'Open 9 to 6.', services: [{ name: 'Gift wrapping', price: 30 }] },
      },
      products: [
        { slug: 'tea', name: 'Tea', price: 100, category: 'Black', stock: 1 },
        { slug: 'mug', name: 'Mug', price: 300, variants: [{ options: { size: 'big' }, stock: 5 }] },
      ],
      reviews: [{ product: 'tea', name: 'Ravi', rating: 5, body: 'Strong and bright.', approved: true }],
    })
    owner = await ownerOf(shop, store)
    id = await productIdOf(shop, store, 'tea')
    await replicated.caughtUp()
    await replicated.until('in use')
  })
  afterAll(async () => {
    time.restore()
    await replicated?.close()
  })

  const products = () => ({ method: 'GET', url: `/api/sites/${store.subdomain}/products` }) as const

  async function priceShown(app = replicated.uncached.app): Promise<number> {
    const { status, body } = await answerTo(app, products())
    expect({ status, body }).toMatchObject({ status: 200 })
    return JSON.parse(body).products.find((product: { slug: string }) => product.slug === 'tea').price
  }

  async function setPrice(price: number): Promise<void> {
    const { product } = await owner.ask('query ($id: ID!) { product(id: $id) { version } }', { id })
    await owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { slug } }', {
      input: { slug: 'tea', version: product.version, price },
    })
  }

  /** How many reads the work has made on either server. */
  async function readsOf(work: () => Promise<unknown>): Promise<{ replica: number; primary: number }> {
    const before = replicated.replica.status().reads
    await work()
    const { replica, primary } = replicated.replica.status().reads
    return { replica: replica - before.replica, primary: primary - before.primary }
  }

  /** Waits until the work reads from the replica alone, which a busy machine may leave out for a moment. */
  async function expectOfReplica(times: unknown, work: () => Promise<unknown>): Promise<void> {
    const look = async () => expect(await readsOf(work)).toEqual({ replica: times, primary: 0 })
    await vi.waitFor(look, { timeout: 120_000, interval: 100 })
  }

  it('reads products, reviews and what the assistant knows from the replica, and answers as it would without', async () => {
    const { shop, uncached } = replicated
    const requests = publicRequests(store.subdomain, { id, slug: 'tea', category: 'Black' })
    let answers = {}
    await expectOfReplica(expect.any(Number), async () => {
      answers = await answersTo(uncached.app, requests)
    })
    const services = { ...shop.services, replica: null }
    const alone = await openNeighbour(shop, { answerCacheMb: 0 }, { services })
    expect(answers).toEqual(await answersTo(alone.app, requests))
    await alone.app.close()

    const rest = clientOf(shop, store.subdomain, 'REST')
    // Products, their variants and the services; what was read before is known for a second.
    await expectOfReplica(3, async () => {
      await time.pass(1_000)
      const { reply } = await dataOf(rest.chat({ message: 'Do you wrap gifts?' }))
      expect(reply).toContain('Gift wrapping')
    })
    expect(replicated.logged()).toContain('The replica is in use')
  })

  it('finds nothing on the replica where nothing is', async () => {
    const nothing = { method: 'GET', url: `${products().url}?category=Green` } as const
    await expectOfReplica(1, async () => {
      expect(await answerTo(replicated.uncached.app, nothing)).toEqual({
        status: 200,
        body: '{"products":[],"next":null,"total":0}',
      })
    })
  })

  it('shows what the owner has just written, however far the replica is behind, and keeps no older answer', async () => {
    const { shop, uncached, standby } = replicated
    await standby.query('SELECT pg_wal_replay_pause()')
    try {
      const reads = await readsOf(async () => {
        for (const price of [110, 120, 130]) {
          await setPrice(price)
          expect(await priceShown(shop.app)).toBe(price)
          expect(await priceShown(uncached.app)).toBe(price)
        }
      })
      expect(reads).toEqual({ replica: 0, primary: 6 })
    } finally {
      await standby.query('SELECT pg_wal_replay_resume()')
    }
    await replicated.caughtUp()
    await replicated.until('in use')
    await expectOfReplica(1, async () => expect(await priceShown()).toBe(130))
    expect(await priceShown(shop.app)).toBe(130)
  })

  it('says at once that the last one has gone, however far the replica is behind', async () => {
    const { shop, uncached, standby } = replicated
    const rest = clientOf(shop, store.subdomain, 'REST')
    const query = '{ product(slug: "tea") { available } }'
    const request = { method: 'POST', url: `/api/sites/${store.subdomain}/graphql`, payload: { query } } as const
    const isAvailable = async () => JSON.parse((await answerTo(uncached.app, request)).body).data.product.available
    expect(await isAvailable()).toBe(true)
    await standby.query('SELECT pg_wal_replay_pause()')
    try {
      await dataOf(rest.checkout({ buyer, items: [{ id, qty: 1 }] }))
      expect(await isAvailable()).toBe(false)
    } finally {
      await standby.query('SELECT pg_wal_replay_resume()')
    }
  })

  it('leaves out a replica whose replay is paused, says so, and takes it back when it has caught up', async () => {
    const { standby } = replicated
    await replicated.until('in use')
    const before = replicated.logged().length
    await standby.query('SELECT pg_wal_replay_pause()')
    await setPrice(140)
    await vi.waitFor(() => expect(replicated.replica.status().lagMs).toBeGreaterThan(2_000), {
      timeout: 120_000,
      interval: 50,
    })
    await replicated.until('left out')
    expect(await readsOf(async () => expect(await priceShown()).toBe(140))).toEqual({ replica: 0, primary: 1 })
    await standby.query('SELECT pg_wal_replay_resume()')
    await replicated.until('in use')
    await expectOfReplica(1, async () => expect(await priceShown()).toBe(140))
    const logged = replicated.logged().slice(before)
    expect(logged).toContain('The replica is not used, and all reads go to the primary: it is more than 2000 ms behind')
    expect(logged.at(-1)).toBe('The replica is in use')
  })

  it('answers every read while the replica is killed and started again', async () => {
    const { standby } = replicated
    await replicated.until('in use')
    const before = replicated.logged().length
    let isOver = false
    let answered = 0
    const reading = (async () => {
      while (!isOver) {
        expect(await priceShown()).toBe(140)
        answered += 1
      }
    })()
    await standby.stop('kill')
    await replicated.until('left out')
    await standby.start()
    await replicated.until('in use')
    isOver = true
    await reading
    expect(answered).toBeGreaterThan(0)
    const logged = replicated.logged().slice(before)
    expect(logged).toContain('The replica is not used, and all reads go to the primary: it does not answer')
    expect(logged.at(-1)).toBe('The replica is in use')
  })

  it('answers reads that a frozen replica has been asked, long before they time out', async () => {
    const { standby } = replicated
    await replicated.until('in use')
    // Opens a connection, on which a read then hangs.
    await expectOfReplica(1, () => priceShown())
    standby.freeze()
    try {
      const reads = await readsOf(async () => {
        expect(await Promise.all([1, 2, 3].map(() => priceShown()))).toEqual([140, 140, 140])
      })
      expect(reads).toEqual({ replica: 0, primary: 3 })
      // One that waits for a new connection gives up, before the check has left the replica out.
      await replicated.until('left out')
      expect(replicated.replica.status()).toMatchObject({ isInUse: false, lagMs: null })
    } finally {
      standby.thaw()
    }
    await replicated.until('in use')
    await expectOfReplica(1, () => priceShown())
  })

  it('reads from the replica while the primary is under load, each price as it was last saved', async () => {
    const { shop, replica, primary } = replicated
    const rest = clientOf(shop, store.subdomain, 'REST')
    const mug = await productIdOf(shop, store, 'mug')
    let isOver = false
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) await primary.query('CREATE TEMP TABLE load AS SELECT * FROM generate_series(1, 20000)')
    })
    let orders = 0
    const orderers = Array.from({ length: 2 }, async () => {
      while (!isOver) {
        const placed = await rest.checkout({ buyer: { ...buyer, phone: `98${orders}` }, items: [{ id: mug, qty: 1 }] })
        if ('data' in placed) orders += 1
      }
    })
    const reads = await readsOf(async () => {
      for (let price = 200; price < 230; price += 1) {
        await setPrice(price)
        for (let time = 0; time < 5; time += 1) expect(await priceShown()).toBe(price)
      }
    })
    isOver = true
    await Promise.all([...load, ...orderers])
    expect(reads.replica + reads.primary).toBe(150)
    // The first read after a change may be too early for the replica.
    expect(reads.replica).toBeGreaterThan(0)
    expect(replica.status().reads.replica).toBeGreaterThan(0)
    expect(await priceShown()).toBe(229)
  })
})
