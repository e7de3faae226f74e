import { cp, lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate/migrate.ts'
import { balanceOf, buy, signUpWithPoints, stockOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs, noEmbedded, noServer } from '../support/needs.ts'
import { noServers, type PostgresServer, runProgram, serverFolder, startPostgres } from '../support/postgres-server.ts'
import { startService } from '../support/process.ts'
import { rowsOf } from '../support/rows.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { readyFolder } from '../support/test-database.ts'

/** What docs/operations/backup.md says, done as it says. */

async function call(url: string, path: string, body?: object, token?: string): Promise<any> {
  const answer = await fetch(`${url}${path}`, {
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** The customer of the demo store buys something. @returns the order's number */
async function buyFrom(url: string): Promise<string> {
  const site = '/api/sites/demo'
  const { token } = await call(url, `${site}/customer/login`, { phone: '98765 43210', password: 'secret1' })
  const { products } = await call(url, `${site}/products`)
  const { id } = products.find(({ slug }: { slug: string }) => slug === 'nilgiri-frost')
  const buyer = { name: 'Asha', phone: '98765 43210' }
  const placed = await call(url, `${site}/checkout`, { items: [{ id, qty: 1 }], buyer }, token)
  const receipt = await call(url, `/sandbox/orders/${placed.providerOrderId}/pay`, {})
  await call(url, `${site}/checkout/verify`, receipt)
  return placed.orderNo
}

const track = (url: string, orderNo: string) =>
  call(url, '/api/sites/demo/track-order', { orderNo, phone: '3210' }).then(({ order }) => order)

describe('the embedded database', needs(noEmbedded), () => {
  it('is copied with its folder while the service is stopped, and sells on from the copy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'storefront-backup-'))
    const [data, copy] = [await readyFolder(), join(folder, 'copy')]
    let service = await startService({ DATA_DIR: data })
    const orderNo = await buyFrom(service.url)
    const before = await track(service.url, orderNo)
    expect(await service.stop()).toBe(0)
    // Sockets of a process that has ended are no part of it; `tar` leaves them out by itself.
    await cp(data, copy, { recursive: true, filter: async (path) => !(await lstat(path)).isSocket() })

    await rm(data, { recursive: true })
    service = await startService({ DATA_DIR: copy })
    expect(await track(service.url, orderNo)).toEqual(before)
    expect(before).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect((await track(service.url, await buyFrom(service.url))).status).toBe('confirmed')
    expect(await service.stop()).toBe(0)
    await rm(folder, { recursive: true })
  })
})

describe('a PostgreSQL server', needs(noServer, noServers), () => {
  let server: PostgresServer
  let archive: string
  let shop: Shop
  let store: Store
  let customer: { id: string; token: string }

  beforeAll(async () => {
    archive = serverFolder()
    server = await startPostgres({ archive_mode: 'on', archive_command: `cp %p ${archive}/%f` })
    shop = await shopOn(server.url)
    store = await shop.addStore({
      store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 0.5 } },
      products: [{ slug: 'assam', name: 'Assam', price: 499, stock: 25 }],
    })
    customer = await signUpWithPoints(shop, store, clientOf(shop, store.subdomain, 'REST'), 100)
    await buyHere(shop)
  })
  afterAll(async () => {
    await shop.close()
    await server.remove()
    await rm(archive, { recursive: true, force: true })
  })

  /** A service with the same SECRETS, on a database that needs no migration. */
  async function shopOn(url: string): Promise<Shop> {
    const database = await openDatabase({ kind: 'served', url, poolSize: 4, statementTimeoutMs: 60_000 })
    await migrate(database)
    return await openShop({ database, limitsOff: true })
  }

  /** A customer redeems points with an order, whose token is of before. */
  async function buyHere(here: Shop): Promise<void> {
    const { id } = await here.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
    const client = clientOf(here, store.subdomain, 'REST')
    await buy(here, client, { items: [{ id, qty: 2 }], loyaltyPoints: 10 }, { token: customer.token })
  }

  const stateOf = async (here: Shop) => ({
    rows: await rowsOf(here, store),
    stock: await stockOf(here, store, 'assam'),
    points: await balanceOf(here, store, customer.id),
  })

  /** The service starts on what was restored, has all that there was, and sells. */
  async function expectRestored(url: string, before: Awaited<ReturnType<typeof stateOf>>): Promise<void> {
    const restored = await shopOn(url)
    try {
      expect(await stateOf(restored)).toEqual(before)
      await buyHere(restored)
      expect(await stockOf(restored, store, 'assam')).toBe((before.stock ?? 0) - 2)
      const { status } = await restored.app.inject('/readyz').then(({ statusCode }) => ({ status: statusCode }))
      expect(status).toBe(200)
    } finally {
      await restored.close()
    }
  }

  it('is dumped with pg_dump while it sells, and restored with pg_restore', async () => {
    const before = await stateOf(shop)
    const dump = join(archive, 'shop.dump')
    runProgram('pg_dump', ['-Fc', '-d', server.url, '-f', dump])
    await buyHere(shop)
    await server.query('CREATE DATABASE restored')
    const url = server.url.replace(/postgres$/, 'restored')
    runProgram('pg_restore', ['-d', url, '--exit-on-error', dump])
    await expectRestored(url, before)
  })

  it('is taken back to a moment before a mistake, from a base backup and the archive', async () => {
    const backup = await server.baseBackup()
    await buyHere(shop)
    const before = await stateOf(shop)
    const [moment] = await server.query<{ at: string }>('SELECT clock_timestamp()::text AS at')
    await server.query(
      "DELETE FROM order_events; DELETE FROM loyalty_entries; UPDATE customers SET points = 0, name = 'x'",
    )
    const [segment] = await server.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name')
    await vi.waitFor(
      async () => {
        const [row] = await server.query<{ last: string }>('SELECT last_archived_wal AS last FROM pg_stat_archiver')
        expect((row?.last ?? '') >= (segment?.name ?? '')).toBe(true)
      },
      { timeout: 60_000, interval: 100 },
    )
    const recovered = await backup.recover({
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment?.at ?? '',
      recovery_target_action: 'promote',
    })
    try {
      await expectRestored(recovered.url, before)
    } finally {
      await recovered.remove()
    }
  })
})
