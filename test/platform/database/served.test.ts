import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { DatabaseAway } from '../../../src/platform/database/errors/database-busy.ts'
import type { SqlTransaction } from '../../../src/platform/database/sql.ts'
import { needs, noServer } from '../../support/needs.ts'
import { urlOf } from '../../support/served-databases.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const serverUrl = process.env.DATABASE_URL ?? ''

describe('on a server', needs(noServer), () => {
  /** Whose name is borrowed; the tests open their own. */
  let created: Database
  let name: string
  let url: string
  let administrator: pg.Client

  beforeAll(async () => {
    created = await openTestDatabase()
    const [row] = await created.prisma.$queryRaw<{ name: string }[]>`SELECT current_database()::text AS name`
    name = row?.name ?? ''
    url = urlOf(serverUrl, name)
    administrator = new pg.Client({ connectionString: serverUrl })
    await administrator.connect()
  })
  afterAll(async () => {
    await administrator.end()
    await created.close()
  })

  const open = (options: { poolSize?: number; statementTimeoutMs?: number } = {}) =>
    openDatabase({ kind: 'served', url, poolSize: 2, statementTimeoutMs: 5_000, ...options })

  const backends = async () =>
    (await administrator.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name])).rowCount

  const cutAllConnections = () =>
    administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])

  test('a statement that takes too long is ended', async () => {
    const database = await open({ statementTimeoutMs: 1_000 })
    await expect(database.prisma.$queryRaw`SELECT pg_sleep(60)::text`).rejects.toThrow('statement timeout')
    expect(await database.prisma.store.count()).toBe(0)
    await database.close()
  })

  test('nothing that a transaction is asked for behind its end is run', async () => {
    const database = await open()
    const rename = Prisma.sql`UPDATE stores SET business_name = 'Coffee'`
    const beside = database.sql.transaction((tx) => Promise.all([tx.$executeLast(rename), tx.$executeRaw(rename)]))
    await expect(beside).rejects.toThrow('The transaction has ended')
    const ended: SqlTransaction[] = []
    await database.sql.transaction(async (tx) => {
      ended.push(tx)
      await tx.$executeRaw(rename)
    })
    const failing = database.sql.transaction(async (tx) => {
      ended.push(tx)
      await tx.$executeRaw`SELECT 1 / 0`
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(ended).toHaveLength(2)
    for (const tx of ended) await expect(tx.$executeRaw(rename)).rejects.toThrow('The transaction has ended')
    await database.close()
  })

  test('a transaction that gets no answer in time takes its connection along', async () => {
    const database = await open({ poolSize: 1, statementTimeoutMs: 200 })
    const backend = () => database.sql.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    const [before] = await backend()
    const silent = database.sql.transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`
      await tx.$queryRaw`SELECT pg_sleep(8)::text`
    })
    await expect(silent).rejects.toThrow(DatabaseAway)
    expect(await backend()).not.toEqual([before])
    await administrator.query('SELECT pg_terminate_backend($1)', [before?.pid])
    await database.close()
  }, 20_000)

  test('connections that the server closes while idle are replaced', async () => {
    const database = await open()
    await Promise.all([database.prisma.store.count(), database.prisma.store.count()])
    await cutAllConnections()
    await vi.waitFor(async () => expect(await backends()).toBe(0), 60_000)
    await sleep(50)
    expect(await database.prisma.store.count()).toBe(0)
    await database.close()
  })

  test('connections that break in a query or a transaction fail that alone', async () => {
    const database = await open()
    const query = database.prisma.$queryRaw`SELECT pg_sleep(5)::text`
    const transaction = database.prisma.$transaction(async (tx) => {
      await tx.store.create({ data: { subdomain: 'lost', businessName: 'Tea', currency: 'INR' } })
      await cutAllConnections()
      await tx.store.count()
    })
    const outcomes = await Promise.allSettled([query, transaction])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await database.prisma.store.count()).toBe(0)
    await database.close()
  })

  test('a migration can build an index without blocking writes', async () => {
    const database = await open()
    const client = new pg.Client({ connectionString: url, statement_timeout: 60_000 })
    await client.connect()
    await database.exclusively(() => client.query('CREATE INDEX CONCURRENTLY seen ON reviews (store_id, title)'))
    await client.query('DROP INDEX seen')
    await client.end()
    await database.close()
  })

  test('while the server takes no connections the database is not reachable, and then it is again', async () => {
    const database = await open()
    expect(await database.isReachable()).toBe(true)
    await administrator.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
    await cutAllConnections()
    expect(await database.isReachable()).toBe(false)
    await administrator.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)
    expect(await database.isReachable()).toBe(true)
    await database.close()
  })

  test('no more connections are opened than the pool may hold', async () => {
    const database = await open({ poolSize: 3 })
    const pids = await Promise.all(
      Array.from({ length: 12 }, () => database.prisma.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`),
    )
    expect(new Set(pids.map(([row]) => row?.pid)).size).toBeLessThanOrEqual(3)
    await database.close()
  })

  test('times are right on a server that lives in another time zone', async () => {
    await administrator.query(`ALTER DATABASE "${name}" SET timezone = 'Asia/Kolkata'`)
    const database = await open()
    const createdAt = new Date('2026-03-29T01:30:00.123Z')
    await database.prisma.store.create({
      data: { subdomain: 'kolkata', businessName: 'Tea', currency: 'INR', createdAt },
    })
    const exact = await database.prisma.$queryRaw`
      SELECT created_at = '2026-03-29T01:30:00.123Z'::timestamptz AS exact FROM stores WHERE subdomain = 'kolkata'`
    expect(exact).toEqual([{ exact: true }])
    await database.close()
  })

  test('an index is preferred as on a disk that does not turn, unless the server says what its disk is', async () => {
    const costOf = async () => {
      const database = await open()
      const [row] = await database.prisma.$queryRaw<
        { cost: string }[]
      >`SELECT current_setting('random_page_cost') AS cost`
      await database.close()
      return row?.cost
    }
    const { rows } = await administrator.query(
      `SELECT CASE source WHEN 'default' THEN '1.1' ELSE setting END AS cost FROM pg_settings WHERE name = 'random_page_cost'`,
    )
    expect(await costOf()).toBe(rows[0].cost)
    for (const cost of ['4', '2.5']) {
      await administrator.query(`ALTER DATABASE "${name}" SET random_page_cost = ${cost}`)
      expect(await costOf()).toBe(cost)
    }
  })

  test('an address at which there is no server is unreachable within two seconds', async () => {
    const database = await openDatabase({
      kind: 'served',
      url: 'postgresql://postgres@127.0.0.1:1/none',
      poolSize: 1,
      statementTimeoutMs: 5_000,
    })
    expect(await database.isReachable()).toBe(false)
    await database.close()
  })
})
