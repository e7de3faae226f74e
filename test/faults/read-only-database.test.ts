import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate/migrate.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { createServer } from '../../src/process/server.ts'
import { createWarnings } from '../../src/process/start-warnings.ts'
import { productIdOf } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { needs, noServer } from '../support/needs.ts'
import { ownerOf, postAsOwner } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { noServers, type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { watchSecrets } from '../support/secret-watch.ts'
import { openShop, type Shop } from '../support/shop.ts'

const BUSY = 'The service is busy. Please try again.'
const GONE = 'The database takes no writes: requests that write are refused until it does'
const BACK = 'The database takes writes again'
const REPLACED = 'Connections on which the database took no writes are replaced'
const PATIENCE = { timeout: 120_000, interval: 50 }
const options = { kind: 'served', poolSize: 8, statementTimeoutMs: 120_000 } as const

interface Watched {
  shop: Shop
  store: Store
  key: string
  productId: string
  lines: string[]
}

const reported = ({ lines }: Watched, beyond = 30) =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level > beyond)
    .map(({ msg }) => msg)

/** Requests of every interface that write. */
async function write({ shop, store, key, productId }: Watched) {
  const items = [{ id: productId, qty: 1 }]
  const path = `/api/sites/${store.subdomain}`
  const phone = newPhone()
  const signUp = `mutation { signUp(input: { name: "Asha", phone: "${newPhone()}", password: "secret1" }) { token } }`
  const discount = `mutation { upsertDiscount(input: { code: "D${newPhone()}", type: PERCENT, value: 10 }) { code } }`
  const [checkout, account, over, owned] = await Promise.all([
    rest(shop, 'POST', `${path}/checkout`, { buyer: { name: 'Asha', phone }, items }),
    rest(shop, 'POST', `${path}/customer/signup`, { name: 'Asha', phone, password: 'secret1' }),
    graphql(shop, store.subdomain, signUp),
    postAsOwner(shop, store.subdomain, key, discount),
  ])
  return {
    rest: [checkout, account].map(({ status, body, headers }) => ({ status, body, after: headers['retry-after'] })),
    graphql: [over.body, owned.body],
  }
}

const refused = { status: 503, body: { error: BUSY }, after: '1' }
const refusedOver = { errors: [{ message: BUSY, extensions: { code: 'UNAVAILABLE', retryAfter: 1 } }] }
const allRefused = { rest: [refused, refused], graphql: [refusedOver, refusedOver] }

async function isWriting(watched: Watched): Promise<void> {
  const { rest, graphql } = await write(watched)
  expect(rest.map(({ status }) => status)).toEqual([200, 200])
  for (const body of graphql) expect(body).not.toHaveProperty('errors')
}

async function readiness({ shop }: Watched, database: Database) {
  const app = await createServer({
    services: shop.services,
    config: { trustProxy: null, defaultStore: null, graphiql: false, metrics: false },
    isReady: () => database.isReachable(),
    warnings: createWarnings({ ...shop.services, readOnlySince: database.readOnlySince }, { defaultStore: null }),
  })
  const { statusCode, body } = await app.inject('/readyz')
  await app.close()
  return { status: statusCode, warnings: JSON.parse(body).warnings ?? [] }
}

const warned = { status: 200, warnings: [expect.stringMatching(/^The database takes no writes since 20\d\d-/)] }

describe('a PostgreSQL that takes no writes', needs(noServer, noServers), () => {
  let server: PostgresServer
  let database: Database
  let watched: Watched

  async function openWatched(opened: Database, { logger, lines }: ReturnType<typeof watchSecrets>, store?: Store) {
    const shop = await openShop({ database: opened, logger, limitsOff: true })
    const found =
      store ??
      (await shop.addStore({
        store: { payments: { provider: 'sandbox' } },
        products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 1_000 }],
      }))
    return { shop, store: found, lines, productId: await productIdOf(shop, found, 'tea') }
  }

  beforeAll(async () => {
    server = await startPostgres({ max_connections: '60' })
    const watch = watchSecrets()
    database = await openDatabase({ ...options, url: server.url }, { logger: watch.logger })
    await migrate(database)
    const opened = await openWatched(database, watch)
    watched = { ...opened, key: (await ownerOf(opened.shop, opened.store)).key }
    opened.shop.services.jobs.start(jobHandlers(opened.shop.services))
    await isWriting(watched)
  })
  afterEach(() => {
    watched.lines.length = 0
  })
  afterAll(async () => {
    await watched?.shop.services.jobs.stop(1_000)
    await watched?.shop.close()
    await server?.remove()
  })

  it('is 503 to whoever writes, while reads go on; the log has a line for it, and /readyz a warning', async () => {
    await server.query('ALTER SYSTEM SET default_transaction_read_only = on')
    await server.query('SELECT pg_reload_conf()')
    await vi.waitFor(async () => expect(await write(watched)).toMatchObject(allRefused), PATIENCE)
    for (let time = 0; time < 5; time += 1) expect(await write(watched)).toMatchObject(allRefused)
    const products = await rest(watched.shop, 'GET', `/api/sites/${watched.store.subdomain}/products?category=x`)
    expect(products.status).toBe(200)
    await vi.waitFor(async () => expect(await readiness(watched, database)).toEqual(warned), PATIENCE)
    expect(reported(watched)).toEqual([GONE])

    await server.query('ALTER SYSTEM RESET default_transaction_read_only')
    await server.query('SELECT pg_reload_conf()')
    await vi.waitFor(() => expect(database.readOnlySince()).toBeNull(), PATIENCE)
    await vi.waitFor(() => isWriting(watched), PATIENCE)
    expect(await readiness(watched, database)).toEqual({ status: 200, warnings: [] })
    expect(reported(watched, 20).filter((line) => /database|connection/i.test(line))).toEqual([GONE, BACK])
  })

  it('is noticed by /readyz before anybody writes', async () => {
    await server.query('ALTER SYSTEM SET default_transaction_read_only = on')
    await server.query('SELECT pg_reload_conf()')
    await vi.waitFor(async () => expect(await readiness(watched, database)).toEqual(warned), PATIENCE)
    await server.query('ALTER SYSTEM RESET default_transaction_read_only')
    await server.query('SELECT pg_reload_conf()')
    await vi.waitFor(() => isWriting(watched), PATIENCE)
  })

  it('only on connections of before is asked on new ones, which are used from then on', async () => {
    await server.query('ALTER ROLE postgres SET default_transaction_read_only = on')
    const ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'storefront-gateway'"
    await server.query(ours)
    await vi.waitFor(async () => expect(await write(watched)).toMatchObject(allRefused), PATIENCE)
    await server.query('SET transaction_read_only = off; ALTER ROLE postgres RESET default_transaction_read_only')
    await vi.waitFor(() => isWriting(watched), PATIENCE)
    // Each connection of before would fail once; they may have been replaced a moment ago.
    const isWritingOnAll = async () => {
      for (let time = 0; time < 10; time += 1) await isWriting(watched)
    }
    await vi.waitFor(isWritingOnAll, PATIENCE)
    // A job that ran on a terminated connection may have failed.
    const lines = reported(watched).filter((line) => !line.startsWith('A job'))
    expect(lines.filter((line) => line !== GONE && line !== REPLACED)).toEqual([])
  })

  it('on one connection cuts off nothing that is under way on others, and replaces them once in a few seconds', async () => {
    const { prisma } = database
    const failOnce = () =>
      expect(
        prisma.$transaction(async (tx) => {
          await tx.$executeRawUnsafe('SET TRANSACTION READ ONLY')
          await tx.lead.deleteMany()
        }),
      ).rejects.toThrow()
    const pidOf = 'SELECT pg_backend_pid()::int AS pid'
    const pid = await prisma.$transaction(
      async (tx) => {
        const [before] = await tx.$queryRawUnsafe<{ pid: number }[]>(pidOf)
        await vi.waitFor(async () => {
          await failOnce()
          expect(reported(watched)).toContain(REPLACED)
        }, PATIENCE)
        for (let time = 0; time < 5; time += 1) await failOnce()
        await tx.store.update({ where: { id: watched.store.id }, data: { businessName: 'Written' } })
        return before?.pid
      },
      { timeout: 60_000 },
    )
    expect(reported(watched)).toEqual([REPLACED])
    const { businessName } = await prisma.store.findUniqueOrThrow({ where: { id: watched.store.id } })
    expect(businessName).toBe('Written')
    // Returned, it is not used again.
    const isGone = `SELECT count(*)::int AS left FROM pg_stat_activity WHERE pid = ${pid}`
    await vi.waitFor(async () => expect(await prisma.$queryRawUnsafe(isGone)).toEqual([{ left: 0 }]), PATIENCE)
  })

  it('as a standby does not, takes them once it is promoted', async () => {
    const standby = await server.replica()
    const watch = watchSecrets()
    const opened = await openDatabase({ ...options, url: standby.url }, { logger: watch.logger })
    try {
      const second: Watched = { ...watched, ...(await openWatched(opened, watch, watched.store)) }
      expect(await write(second)).toMatchObject(allRefused)
      await vi.waitFor(async () => expect(await readiness(second, opened)).toEqual(warned), PATIENCE)
      await standby.query('SELECT pg_promote()')
      await vi.waitFor(() => isWriting(second), PATIENCE)
      expect(reported(second)).toEqual([GONE])
      await second.shop.close()
    } finally {
      await standby.remove()
    }
  })
})
