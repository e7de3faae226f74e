import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../../src/platform/database/db.ts'
import {
  createConnectionQuota,
  type Permits,
  unlimited,
} from '../../../src/platform/database/served/connection-quota.ts'
import { graphql } from '../../support/call.ts'
import { needs, noServer } from '../../support/needs.ts'
import { productReads } from '../../support/product-reads.ts'
import { urlOf } from '../../support/served-databases.ts'
import { openShop, type Shop } from '../../support/shop.ts'

describe('connection quota', () => {
  /** Asks for so many permits; collects how to release those that it gets. */
  function acquire(permits: Permits, times: number) {
    const releases: (() => void)[] = []
    for (let at = 0; at < times; at += 1) {
      // What is left over at the end waits in vain.
      permits.acquire('statement').then(
        (release) => releases.push(release),
        () => {},
      )
    }
    return releases
  }
  const quota = () => createConnectionQuota({ permits: 10, perStore: 6, perRequest: 3, longestWaitMs: 10_000 })

  it('are for one request only some of those of its store, and for a store only some of all', async () => {
    const all = quota()
    const crowd = [1, 2, 3, 4].map(() => acquire(all.ofRequest('busy'), 20))
    const other = acquire(all.ofRequest('quiet'), 2)
    await setImmediate()
    expect(crowd.map((releases) => releases.length)).toEqual([3, 3, 0, 0])
    expect(other).toHaveLength(2)
  })

  it('are had while there are some for the request and its store, which both get them back', async () => {
    const all = quota()
    const many = acquire(all.ofRequest('busy'), 3)
    const others = acquire(all.ofRequest('busy'), 2)
    await setImmediate()
    const permits = all.ofRequest('busy')
    const last = acquire(permits, 2)
    await setImmediate()
    expect(last).toHaveLength(1)
    last[0]?.()
    await setImmediate()
    expect(last).toHaveLength(2)
    last[1]?.()
    for (const release of [...many, ...others]) release()
    const next = acquire(all.ofRequest('busy'), 4)
    await setImmediate()
    expect(next).toHaveLength(3)
  })

  it('come to all statements in the end, those of a store’s requests in turn', async () => {
    const all = quota()
    const crowd = [1, 2, 3].map(() => acquire(all.ofRequest('busy'), 5))
    for (let round = 0; round < 20; round += 1) {
      await setImmediate()
      for (const releases of crowd) for (const release of releases) release()
    }
    expect(crowd.map((releases) => releases.length)).toEqual([5, 5, 5])
  })

  it('are not waited for by a request that holds one for its transaction, nor by work of no request', async () => {
    const all = createConnectionQuota({ permits: 1, perStore: 1, perRequest: 1, longestWaitMs: 10_000 })
    const permits = all.ofRequest('busy')
    const end = await permits.acquire('transaction')
    const more = await Promise.all([permits.acquire('statement'), permits.acquire('transaction')])
    for (const release of more) release()
    end()
    // From now on it waits like others.
    const release = await permits.acquire('statement')
    const next = acquire(all.ofRequest('busy'), 1)
    await setImmediate()
    expect(next).toHaveLength(0)
    release()
    await Promise.all(Array.from({ length: 5 }, () => unlimited.acquire('statement')))
  })
})

describe('on a server whose products answer nobody', needs(noServer), () => {
  let shop: Shop
  let watcher: pg.Client
  let locker: pg.Client
  beforeAll(async () => {
    shop = await openShop()
    const [row] = await shop.database.prisma.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
    const connectionString = urlOf(process.env.DATABASE_URL ?? '', row?.name ?? '')
    watcher = new pg.Client({ connectionString })
    locker = new pg.Client({ connectionString })
    await Promise.all([watcher.connect(), locker.connect()])
  })
  afterAll(async () => {
    await Promise.all([watcher.end(), locker.end()])
    await shop.close()
  })

  it('a document of many quotes takes 3 of 8 connections, many documents 5, and another store is served', async () => {
    const [busy, quiet] = [await shop.addStore(), await shop.addStore()]
    const item = '{ id: "00000000-0000-4000-8000-000000000000", qty: 1 }'
    const quotes = Array.from({ length: 20 }, (_, at) => `q${at}: quote(input: { items: [${item}] }) { currency }`)
    // A document of its own for each: nobody waits for the answer to another's.
    const send = (ip: string) => graphql(shop, busy.subdomain, `{ ${quotes.join(' ')} } # ${ip}`, {}, { ip })

    await locker.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE')
    const documents = [send('203.0.113.1')]
    expect(await mostWaiting()).toBe(3)
    documents.push(...[2, 3, 4, 5].map((at) => send(`203.0.113.${at}`)))
    expect(await mostWaiting()).toBe(5)
    const subscribed = await graphql(
      shop,
      quiet.subdomain,
      'mutation { subscribe(input: { email: "asha@example.com" }) }',
    )
    expect(subscribed.body.errors).toBeUndefined()
    await locker.query('ROLLBACK')
    await Promise.all(documents)
  })

  it.each([
    ...productReads.map(([name, read]) => ({ name, reads: [read] })),
    { name: 'all of these in turn', reads: productReads.map(([, read]) => read) },
  ])('a request has 3 of 8 connections, its store 5, and work of no request any: $name', async ({ reads }) => {
    const { id } = await shop.addStore()
    const { services } = shop
    const asked: Promise<unknown>[] = []
    /** Some wait for the lock for too long. */
    const settled = (asking: Promise<unknown>) => asking.catch(() => {})
    const ask = (times: number, databaseOf: () => Db) => {
      for (let at = 0; at < times; at += 1) asked.push(...reads.map((read) => settled(read(databaseOf(), id))))
    }
    await locker.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE')
    const own = services.dbForRequest(id)
    ask(10, () => own)
    const alone = await mostWaiting()
    ask(10, () => services.dbForRequest(id))
    const together = await mostWaiting()
    ask(10, () => services.db)
    expect({ alone, together, all: await mostWaiting() }).toEqual({ alone: 3, together: 5, all: 8 })
    await locker.query('ROLLBACK')
    await Promise.all(asked)
  })

  it('a request that has a transaction waits for nothing more, though its store has all that it may', async () => {
    const { id } = await shop.addStore()
    const own = shop.services.dbForRequest(id)
    await locker.query('BEGIN; LOCK TABLE products IN ACCESS EXCLUSIVE MODE')
    const read = () => shop.services.dbForRequest(id).sql.$queryRaw`SELECT id FROM products`.catch(() => {})
    const others = Array.from({ length: 4 }, read)
    const all = await own.prisma.$transaction(async (tx) => {
      others.push(read(), read())
      const asked = [tx.$queryRaw`SELECT 1 AS n`, own.sql.$queryRaw`SELECT 2 AS n`, own.prisma.$queryRaw`SELECT 3 AS n`]
      return Promise.all(asked)
    })
    expect(all).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
    await locker.query('ROLLBACK')
    await Promise.all(others)
  })

  /** Statements that wait for the lock, when they have become no more for a while. */
  async function mostWaiting(): Promise<number> {
    let most = 0
    for (let looks = 0; looks < 20; looks += 1) {
      const { rows } = await watcher.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity, pg_sleep(0.03)
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      most = Math.max(most, rows[0]?.count ?? 0)
    }
    return most
  }
})
