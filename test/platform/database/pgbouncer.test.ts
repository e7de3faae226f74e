import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrate/migrate.ts'
import { jobHandlers } from '../../../src/process/job-handlers.ts'
import { createWarnings } from '../../../src/process/start-warnings.ts'
import {
  atOnce,
  balanceOf,
  buyer,
  dataOf,
  pay,
  placedOf,
  productIdOf,
  signUpWithPoints,
  stockOf,
  tally,
} from '../../support/buying.ts'
import { clientOf } from '../../support/client.ts'
import { generousHolds } from '../../support/generous-holds.ts'
import { needs, noServer } from '../../support/needs.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { noPgBouncer, type PgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'
import { newPhone } from '../../support/phones.ts'
import { runStorefront } from '../../support/process.ts'
import { createDatabase, dropDatabase } from '../../support/served-databases.ts'
import { openShop, SECRETS, type Shop } from '../../support/shop.ts'

const serverUrl = process.env.DATABASE_URL ?? ''
describe('through PgBouncer in transaction mode', needs(noServer, noPgBouncer), () => {
  let administrator: pg.Client
  let bouncer: PgBouncer
  let name: string
  let shop: Shop
  let store: Store
  let owner: Owner

  const open = () => openDatabase({ kind: 'served', url: bouncer.urlOf(name), poolSize: 10, statementTimeoutMs: 5_000 })

  beforeAll(async () => {
    administrator = new pg.Client({ connectionString: serverUrl })
    await administrator.connect()
    name = await createDatabase(administrator)
    bouncer = await startPgBouncer(serverUrl)
  })
  afterAll(async () => {
    await shop?.close()
    await bouncer?.close()
    await dropDatabase(administrator, name)
    await administrator.end()
  })

  it('several processes migrate at once, one does it, and no lock stays behind', async () => {
    const databases = await Promise.all([open(), open(), open()])
    const applied = await Promise.all(databases.map((database) => migrate(database)))
    expect(applied.map((names) => names.length > 0).toSorted()).toEqual([false, false, true])
    await Promise.all(databases.map((database) => database.close()))
    const { rows } = await administrator.query(
      "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE locktype = 'advisory' AND datname = $1",
      [name],
    )
    expect(rows).toEqual([])
  })

  it('shoppers buy, more of them than there are connections, and nothing is sold twice', async () => {
    const database: Database = await open()
    shop = await openShop({ database, limitsOff: true, holdLimits: generousHolds, jobs: { upkeepSeconds: 1 } })
    store = await shop.addStore({
      store: {
        ownerEmail: 'owner@example.com',
        payments: { provider: 'sandbox' },
        loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 },
      },
      products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }],
      discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 5 }],
    })
    owner = await ownerOf(shop, store)
    const id = await productIdOf(shop, store, 'tea')
    const clients = [clientOf(shop, store.subdomain, 'REST'), clientOf(shop, store.subdomain, 'GraphQL')] as const

    const outcomes = await atOnce(30, (index) =>
      clients[index % 2 === 0 ? 0 : 1].checkout({
        buyer: { name: 'Ravi', phone: newPhone() },
        items: [{ id, qty: 1 }],
        discountCode: 'TEN',
      }),
    )
    expect(tally(outcomes).ok).toBe(10)
    const receipts = await Promise.all(placedOf(outcomes).map(({ providerOrderId }) => pay(shop, providerOrderId)))
    await Promise.all(receipts.map((receipt) => dataOf(clients[0].verify(receipt))))
    expect(await stockOf(shop, store, 'tea')).toBe(0)
    const orders = await shop.services.db.prisma.order.findMany({ where: { storeId: store.id } })
    expect(orders.map(({ status }) => status)).toEqual(Array(10).fill('CONFIRMED'))
    expect(orders.filter(({ discountCode }) => discountCode !== null)).toHaveLength(5)
  })

  it('customers sign up, earn and redeem', async () => {
    const rest = clientOf(shop, store.subdomain, 'REST')
    const asha = await signUpWithPoints(shop, store, rest, 20)
    const id = await productIdOf(shop, store, 'tea')
    await owner.ask('mutation ($id: ID!) { setStock(productId: $id, stock: 5, basedOn: 0) { stock } }', { id })
    const input = { buyer, items: [{ id, qty: 1 }], loyaltyPoints: 20 }
    const placed = await dataOf(rest.checkout(input, { token: asha.token }))
    expect(placed.amount).toBe(8_000)
    await dataOf(rest.verify(await pay(shop, placed.providerOrderId)))
    expect(await balanceOf(shop, store, asha.id)).toBe(8)
  })

  it('the owner changes settings and products, and moves orders', async () => {
    const rest = clientOf(shop, store.subdomain, 'REST')
    const { product } = await owner.ask('{ product(slug: "tea") { id version } }')
    await owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { slug } }', {
      input: {
        slug: 'tea',
        version: product.version,
        price: 120,
        variants: [{ options: [{ name: 'size', value: 'big' }], stock: 3 }],
      },
    })
    expect((await dataOf(rest.products())).products[0].price).toBe(120)
    const { orders } = await owner.ask('{ orders(status: CONFIRMED, first: 1) { nodes { orderNo } } }')
    const [{ orderNo }] = orders.nodes
    const moved = await owner.ask(
      'mutation ($no: String!) { setOrderStatus(orderNo: $no, status: SHIPPED) { status } }',
      { no: orderNo },
    )
    expect(moved.setOrderStatus.status).toBe('SHIPPED')
  })

  it('jobs are queued and run', async () => {
    await dataOf(clientOf(shop, store.subdomain, 'REST').submitLead({ name: 'Asha', message: 'Do you deliver?' }))
    shop.services.jobs.start(jobHandlers(shop.services))
    const done = () =>
      administratorOf(name, "SELECT 1 FROM pgboss.job WHERE name = 'lead-notification' AND state = 'completed'")
    await vi.waitFor(async () => expect(await done()).toHaveLength(1), { timeout: 120_000, interval: 100 })
    await shop.services.jobs.stop(30_000)
  })

  async function administratorOf(database: string, sql: string) {
    const url = new URL(serverUrl)
    url.pathname = `/${database}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  it('times are right in a database that lives in another time zone', async () => {
    await administrator.query(`ALTER DATABASE "${name}" SET timezone = 'Asia/Kolkata'`)
    await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    const {
      db: { prisma },
    } = shop.services
    const createdAt = new Date('2026-03-29T01:30:00.123Z')
    const { id } = await vi.waitFor(
      () => prisma.store.create({ data: { subdomain: 'kolkata', businessName: 'Tea', currency: 'INR', createdAt } }),
      60_000,
    )
    const exact = await Promise.all(
      Array.from(
        { length: 20 },
        () => shop.services.db.sql.$queryRaw<{ createdAt: Date }[]>`
        SELECT created_at AS "createdAt" FROM stores WHERE id = ${id}::uuid`,
      ),
    )
    expect(exact).toEqual(Array(20).fill([{ createdAt }]))
  })

  it('warns until the role has the time limits that PgBouncer does not pass on', async () => {
    const config = { defaultStore: null, database: { url: bouncer.urlOf(name), poolSize: 10 } }
    const warnings = () => createWarnings(shop.services, config)()
    expect(await warnings()).toEqual([
      `Through PgBouncer no statement_timeout applies: ALTER ROLE postgres IN DATABASE ${name} SET statement_timeout = '5s', then RECONNECT in PgBouncer.`,
      `Through PgBouncer no lock_timeout applies: ALTER ROLE postgres IN DATABASE ${name} SET lock_timeout = '2s', then RECONNECT in PgBouncer.`,
    ])
    await administrator.query(`ALTER ROLE postgres IN DATABASE "${name}" SET statement_timeout = '5s'`)
    await administrator.query(`ALTER ROLE postgres IN DATABASE "${name}" SET lock_timeout = '2s'`)
    await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    await vi.waitFor(async () => expect(await warnings()).toEqual([]), 60_000)
    await expect(shop.services.db.sql.$queryRaw`SELECT pg_sleep(60)::text`).rejects.toThrow('statement timeout')
  })

  it('says what DATABASE_URL lacks', async () => {
    const url = bouncer.urlOf(name).replace('?pgbouncer=true', '')
    const { status, stderr } = await runStorefront(['stores'], { DATABASE_URL: url, SECRETS: SECRETS.join() })
    expect({ status, stderr: stderr.trim() }).toEqual({
      status: 1,
      stderr: 'DATABASE_URL points to PgBouncer, which rejects our connection settings. Add ?pgbouncer=true to it.',
    })
  })
})
