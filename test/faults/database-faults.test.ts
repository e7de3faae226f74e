import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate/migrate.ts'
import { productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { generousHolds } from '../support/generous-holds.ts'
import { needs, noServer } from '../support/needs.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { buyPersistently, expectBooks, type Purchases, type Send } from '../support/persistent-buyers.ts'
import { noServers, type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { watchSecrets } from '../support/secret-watch.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** So long that no answer below can come of a time-out. */
const STATEMENT_TIMEOUT_MS = 600_000
const STOCK = 1_000
const BUSY = 'The service is busy. Please try again.'

describe('a shop whose PostgreSQL has a fault', needs(noServer, noServers), () => {
  let server: PostgresServer
  let shop: Shop
  let store: Store
  let owner: Owner
  let productId: string
  let lines: string[]
  /** What the service's clock is ahead: a checkout that was cut off keeps its key for a minute. */
  let aheadMs = 0
  const bought: string[] = []

  beforeAll(async () => {
    server = await startPostgres({ max_connections: '30' })
    const watch = watchSecrets()
    lines = watch.lines
    const options = { kind: 'served', url: server.url, poolSize: 8, statementTimeoutMs: STATEMENT_TIMEOUT_MS } as const
    const database = await openDatabase(options, { logger: watch.logger })
    await migrate(database)
    const clock = () => new Date(Date.now() + aheadMs)
    shop = await openShop({ database, logger: watch.logger, limitsOff: true, holdLimits: generousHolds, clock })
    store = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 100, stock: STOCK }],
    })
    owner = await ownerOf(shop, store)
    productId = await productIdOf(shop, store, 'tea')
  })
  afterAll(async () => {
    server?.thaw()
    await shop?.close()
    await server?.remove()
  })

  const send: Send = async (method, path, body, headers = {}) => {
    const answer = await rest(shop, method, path, body, { headers })
    return { status: answer.status, retryAfter: answer.headers['retry-after']?.toString(), body: answer.body }
  }

  const reported = () =>
    lines.map((line) => JSON.parse(line).msg as string).filter((text) => /^The database is/.test(text))

  let times = 0
  /** Requests of every kind, none of which is kept. */
  async function askEverything() {
    times += 1
    const category = `${times}`
    const path = `/api/sites/${store.subdomain}`
    const { body: page } = await graphql(
      shop,
      store.subdomain,
      `{ products(category: "${category}") { nodes { id } } }`,
    )
    const { headers, body: owned } = await owner.post('{ products { nodes { name } } }')
    const items = [{ id: productId, qty: 1 }]
    return {
      products: await send('GET', `${path}/products?category=${category}`),
      checkout: await send('POST', `${path}/checkout`, { buyer: { name: 'Asha', phone: '1' }, items }),
      ready: (await shop.app.inject('/readyz')).statusCode,
      alive: (await shop.app.inject('/healthz')).statusCode,
      graphql: page,
      owner: { body: owned, retryAfter: headers['retry-after'] },
    }
  }

  const busyError = { errors: [{ message: BUSY, extensions: { code: 'UNAVAILABLE', retryAfter: 1 } }] }
  const refused = { status: 503, retryAfter: '1', body: { error: BUSY } }
  const allRefused = {
    ...{ products: refused, checkout: refused, ready: 503, alive: 200, graphql: busyError },
    owner: { body: busyError, retryAfter: '1' },
  }

  async function expectRefusals(): Promise<void> {
    // What was read of the store is known for a second.
    await vi.waitFor(async () => expect(await askEverything()).toMatchObject(allRefused), { timeout: 120_000 })
    for (let time = 0; time < 10; time += 1) expect(await askEverything()).toMatchObject(allRefused)
  }

  const isServing = async () => (await send('GET', `/api/sites/${store.subdomain}/products`))?.status === 200

  async function expectRecovery(buying: Promise<Purchases>): Promise<void> {
    await vi.waitFor(async () => expect(await isServing()).toBe(true), { timeout: 120_000, interval: 50 })
    aheadMs += 61_000
    bought.push(...(await buying).orderNos)
    await expectBooks(shop.services.db.prisma, store, { orderNos: bought, stock: STOCK })
    expect(await server.query("SELECT state FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")).toEqual([])
  }

  it.each(['fast', 'kill'] as const)(
    'is stopped (%s) and started: 503 at once, then every buyer has one order',
    async (how) => {
      const before = reported().length
      const buying = buyPersistently(send, store.subdomain, productId, 20, how)
      await wait(20)
      await server.stop(how)
      await expectRefusals()
      await server.start()
      await expectRecovery(buying)
      expect(reported().slice(before)).toEqual([
        'The database is unreachable: requests that need it fail fast until it is back',
        'The database is reachable again',
      ])
    },
  )

  it('is away for ten seconds: whoever asks meanwhile is refused at once', async () => {
    const buying = buyPersistently(send, store.subdomain, productId, 10, 'ten')
    await server.stop('kill')
    await expectRefusals()
    const until = performance.now() + 10_000
    while (performance.now() < until) {
      expect(await askEverything()).toMatchObject(allRefused)
      await wait(100)
    }
    await server.start()
    await expectRecovery(buying)
  })

  it('is frozen: whoever waits is told 503, whoever asks later at once, long before any time-out', async () => {
    const buying = buyPersistently(send, store.subdomain, productId, 20, 'frozen')
    await wait(20)
    server.freeze()
    try {
      const path = `/api/sites/${store.subdomain}/products`
      const waiting = Array.from({ length: 30 }, (_, index) => send('GET', `${path}?category=frozen${index}`))
      expect(await Promise.all(waiting)).toEqual(Array(30).fill(expect.objectContaining(refused)))
      await expectRefusals()
    } finally {
      server.thaw()
    }
    await expectRecovery(buying)
  })

  it('has no connection left: 503, without taking it for away', async () => {
    const before = reported().length
    const others: pg.Client[] = []
    const takeAll = async () => {
      for (;;) {
        const client = new pg.Client({ connectionString: server.url })
        client.on('error', () => {})
        try {
          await client.connect()
          others.push(client)
        } catch {
          return
        }
      }
    }
    await takeAll()
    const ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'storefront-gateway'"
    await vi.waitFor(
      async () => {
        await others[0]?.query(ours)
        await takeAll()
        const answer = await send('GET', `/api/sites/${store.subdomain}/products?category=${others.length}`)
        expect(answer).toEqual(refused)
      },
      { timeout: 120_000 },
    )
    const [first, ...rest] = others
    await Promise.all(rest.map((client) => client.end()))
    await first?.end()
    await expectRecovery(buyPersistently(send, store.subdomain, productId, 5, 'after'))
    expect(reported().slice(before)).toEqual([])
  })
})
