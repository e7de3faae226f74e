import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { incompatibilities } from '../../scripts/migration-compatibility.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { razorpay, receiptOf } from '../support/buying.ts'
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { type Haproxy, noHaproxy, startHaproxy } from '../support/haproxy.ts'
import { needs, noRedis, noServer } from '../support/needs.ts'
import { type NewerVersion, versionWithMigration } from '../support/newer-version.ts'
import { environmentOfItsOwn } from '../support/own-database.ts'
import { expectBooks } from '../support/persistent-buyers.ts'
import { freePort, type RunningService, runStorefront, startService } from '../support/process.ts'

const { REDIS_URL } = process.env
const STOCK = 100_000
const BUYERS = 3
const READERS = 3
const subdomain = 'tea-house'
const site = `/api/sites/${subdomain}`

const bundle = {
  format: 'storefront-bundle/1',
  store: {
    ...{ subdomain, businessName: 'Tea House', currency: 'INR', timeZone: 'Asia/Kolkata', active: true },
    payments: razorpay,
  },
  products: [{ slug: 'tea', name: 'Tea', price: 100, stock: STOCK }],
}

/** What a next version may do to tables that every request reads and writes. */
const MIGRATION = `
ALTER TABLE products ADD COLUMN origin text NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN gift_note text;
ALTER TABLE order_items ADD COLUMN wrapped boolean NOT NULL DEFAULT false;
CREATE TABLE gifts (store_id uuid NOT NULL, id uuid NOT NULL, PRIMARY KEY (store_id, id));`

describe('two instances behind HAProxy', needs(noServer, noRedis, noHaproxy), () => {
  let own: Awaited<ReturnType<typeof environmentOfItsOwn>>
  let provider: FakeProvider
  let newer: NewerVersion
  let instances: RunningService[] = []
  let environments: Record<string, string>[]
  let proxy: Haproxy

  beforeAll(async () => {
    own = await environmentOfItsOwn()
    provider = await startFakeProvider(razorpay)
    newer = await versionWithMigration('29990101000000_gifts', MIGRATION)
    const file = join(own.env.DATA_DIR ?? '', 'bundle.json')
    await writeFile(file, JSON.stringify(bundle))
    expect(await runStorefront(['import', file], own.env)).toMatchObject({ status: 0 })

    const many = { points: 1_000_000, seconds: 60 }
    const env = {
      ...{ ...own.env, REDIS_URL: REDIS_URL ?? '', PAYMENTS_URL: provider.url },
      ...{ TRUST_PROXY: '1', DRAIN_SECONDS: '3', LOG_LEVEL: 'warn' },
      RATE_LIMITS: JSON.stringify({ checkout: many, read: many, cost: many }),
      HOLD_LIMITS: '{"units":1000,"orders":1000}',
    }
    const ports = [await freePort(), await freePort()] as const
    environments = ports.map((port) => ({ ...env, PORT: String(port) }))
    instances = await Promise.all(environments.map((environment) => startService(environment)))
    proxy = await startHaproxy(ports)
  })
  afterAll(async () => {
    await proxy?.close()
    for (const instance of instances) await instance.stop('SIGKILL')
    await provider?.close()
    await newer?.remove()
    await own?.remove()
  })

  const failures: unknown[] = []
  let answered = 0

  /** A request as a client sends it, once: null, and a failure, unless it is answered with 200. */
  async function send(path: string, body?: object): Promise<any> {
    const headers = { 'content-type': 'application/json' }
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {}
    try {
      const answer = await fetch(`${proxy.url}${path}`, request)
      const text = await answer.text()
      answered += 1
      if (answer.status === 200) return JSON.parse(text)
      failures.push({ path, status: answer.status, text })
    } catch (error) {
      failures.push({ path, error })
    }
    return null
  }

  const ended = new AbortController()

  async function read(): Promise<void> {
    for (let time = 0; !ended.signal.aborted; time += 1) {
      await send(`${site}/products`)
      // No answer to this is kept.
      await send(`${site}/products?category=${time}`)
      await send(`${site}/graphql`, { query: `{ products(category: "${time}") { nodes { name stock } } }` })
      await wait(10)
    }
  }

  /** Buys one unit after the other; the orders that were placed. */
  async function buy(phone: string, productId: string): Promise<string[]> {
    const orderNos: string[] = []
    while (!ended.signal.aborted) {
      const order = { buyer: { name: 'Ravi', phone }, items: [{ id: productId, qty: 1 }] }
      const placed = await send(`${site}/checkout`, order)
      if (!placed) continue
      orderNos.push(placed.orderNo)
      await send(`${site}/checkout/verify`, receiptOf(provider.pay(placed.providerOrderId)))
      await wait(20)
    }
    return orderNos
  }

  it('are each restarted twice, to a newer version too, and no client notices', async () => {
    expect(await incompatibilities(MIGRATION)).toEqual([])
    const { products } = await send(`${site}/products`)
    const reading = Array.from({ length: READERS }, read)
    const buying = Array.from({ length: BUYERS }, (_, index) => buy(`5550${index}`, products[0].id))

    for (const version of [inject('commandLine'), newer.commandLine]) {
      for (const [index, environment] of environments.entries()) {
        expect(await instances[index]?.stop()).toBe(0)
        instances[index] = await startService(environment, version)
        // Long enough for the proxy to see it, and to send it requests.
        await wait(1_500)
        expect(failures).toEqual([])
      }
    }
    ended.abort()
    await Promise.all(reading)
    const orderNos = (await Promise.all(buying)).flat()
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(500)
    expect(orderNos.length).toBeGreaterThan(50)

    const url = own.env.DATABASE_URL ?? ''
    const { prisma, close } = await openDatabase({ kind: 'served', url, poolSize: 2, statementTimeoutMs: 5_000 })
    const store = await prisma.store.findUniqueOrThrow({ where: { subdomain } })
    await expectBooks(prisma, store, { orderNos, stock: STOCK })
    expect(await prisma.$queryRaw`SELECT count(*)::int AS gifts FROM gifts`).toEqual([{ gifts: 0 }])
    await close()
  })
})
