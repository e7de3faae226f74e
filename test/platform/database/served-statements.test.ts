import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { DatabaseAway } from '../../../src/platform/database/errors/database-busy.ts'
import { needs, noServer } from '../../support/needs.ts'
import { createDatabase, dropDatabase, urlOf } from '../../support/served-databases.ts'

const serverUrl = process.env.DATABASE_URL ?? ''

describe('a prepared statement', needs(noServer), () => {
  let administrator: pg.Client
  let name: string
  let database: Database
  const asks = { parse: 0, bind: 0 }

  const open = (poolSize = 1, statementTimeoutMs = 5_000) =>
    openDatabase({ kind: 'served', url: urlOf(serverUrl, name), poolSize, statementTimeoutMs })

  const rowsOf = (text: string, ...values: unknown[]) => database.sql.$queryRawUnsafe(text, ...values)

  beforeAll(async () => {
    administrator = new pg.Client({ connectionString: serverUrl })
    await administrator.connect()
    name = await createDatabase(administrator)
  })
  afterAll(async () => {
    await dropDatabase(administrator, name)
    await administrator.end()
  })
  beforeEach(async () => {
    database = await open()
    // The one connection is opened, and its session set.
    await database.executeSql('DROP TABLE IF EXISTS tins; CREATE TABLE tins (label text, weight int)')
    for (const kind of ['parse', 'bind'] as const) {
      const asked = pg.Connection.prototype[kind] as (...given: unknown[]) => void
      asks[kind] = 0
      vi.spyOn(pg.Connection.prototype, kind).mockImplementation(function (this: pg.Connection, ...given: unknown[]) {
        asks[kind] += 1
        asked.apply(this, given)
      })
    }
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await database.close()
  })

  it('is parsed once on a connection, and answers the same ever after', async () => {
    const text = `SELECT $1::int AS whole, $2::bigint AS large, $3::text AS word, $4::boolean AS truth, $5::float8 AS part,
      $6::timestamptz AS moment, $7::jsonb AS thing, $8::text[] AS words, $9::uuid AS id, $10::text AS nothing, count(*)`
    const moment = new Date('2026-03-29T01:30:00.123Z')
    const id = '01a20677-1c72-775c-87b3-668a27d4ba55'
    const values = [7, 9_007_199_254_740_993n, 'größer', true, 0.1, moment, { a: [1] }, ['x', 'y,"z"'], id, null]
    const row = {
      whole: 7,
      large: 9_007_199_254_740_993n,
      word: 'größer',
      truth: true,
      part: 0.1,
      moment,
      thing: { a: [1] },
      words: ['x', 'y,"z"'],
      id,
      nothing: null,
      count: 1n,
    }
    for (let call = 1; call <= 3; call += 1) {
      const rows = await rowsOf(text, ...values)
      expect(rows).toEqual([row])
      expect(Object.keys((rows as object[])[0] ?? {})).toEqual(Object.keys(row))
      expect(asks).toEqual({ parse: 1, bind: call })
    }
  })

  it('reports how many rows it has changed, whether it returns some or none', async () => {
    const { sql } = database
    for (const weight of [1, 2]) {
      expect(await sql.$executeRaw`INSERT INTO tins SELECT 'tin', ${weight} FROM generate_series(1, 3)`).toBe(3)
      expect(await sql.$queryRaw`UPDATE tins SET label = 'x' WHERE weight = ${weight} RETURNING weight`).toHaveLength(3)
      expect(await sql.$executeRaw`DELETE FROM tins WHERE weight > ${weight}`).toBe(0)
      expect(await sql.$queryRaw`DELETE FROM tins WHERE weight > ${weight}`).toEqual([])
    }
    // Both DELETEs are the same text.
    expect(asks).toEqual({ parse: 3, bind: 8 })
  })

  it('may be Prisma’s as well, whoever asks first', async () => {
    const byPrisma = (text: string, id: number) => database.prisma.$queryRawUnsafe(text, id)
    const [first, second] = [`SELECT $1::int AS id, 'a' AS by`, `SELECT $1::int AS id, 'b' AS by`] as const
    expect([await byPrisma(first, 1), await rowsOf(first, 2), await rowsOf(first, 3)]).toEqual([
      [{ id: 1, by: 'a' }],
      [{ id: 2, by: 'a' }],
      [{ id: 3, by: 'a' }],
    ])
    expect([await rowsOf(second, 1), await byPrisma(second, 2), await rowsOf(second, 3)]).toEqual([
      [{ id: 1, by: 'b' }],
      [{ id: 2, by: 'b' }],
      [{ id: 3, by: 'b' }],
    ])
    expect(asks.parse).toBe(2)
  })

  it('fails by itself, with what PostgreSQL says and who has asked', async () => {
    const text = 'SELECT 10 / $1::int AS share FROM generate_series(1, 2)'
    const failure = await rowsOf(text, 0).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: '22012', message: 'division by zero' })
    expect((failure as Error).stack).toContain('served-statements.test.ts')
    expect(await rowsOf(text, 5)).toEqual([{ share: 2 }, { share: 2 }])
    await expect(rowsOf(text, 0)).rejects.toThrow('division by zero')
    await expect(rowsOf('SELECT nothing FROM nowhere WHERE $1', true)).rejects.toMatchObject({ code: '42P01' })
    expect(await rowsOf(text, 10)).toEqual([{ share: 1 }, { share: 1 }])
  })

  it('fails alone within a transaction that goes back to a savepoint', async () => {
    const asked = database.sql.transaction(async (tx) => {
      const share = (by: number) => tx.$queryRaw`SELECT 10 / ${by}::int AS share`
      await tx.$executeRaw`SAVEPOINT before`
      await expect(share(0)).rejects.toThrow('division by zero')
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT before`
      return [await share(5), await share(2)]
    })
    expect(await asked).toEqual([[{ share: 2 }], [{ share: 5 }]])
  })

  it('whose row cannot be read fails once all have come, and the connection goes on', async () => {
    const asked = database.sql.transaction(async (tx) => {
      const read = (count: number) =>
        tx.$queryRaw<{ thing: number; pid: number }[]>`
          SELECT to_json(n) AS thing, pg_backend_pid() AS pid FROM generate_series(1, ${count}::int) AS n`
      const before = await read(1)
      vi.spyOn(JSON, 'parse').mockImplementationOnce(() => {
        throw new Error('unreadable')
      })
      await expect(read(3)).rejects.toThrow('unreadable')
      return [before, await read(2)]
    })
    const [before, after] = await asked
    const pid = before?.[0]?.pid
    expect(before).toEqual([{ thing: 1, pid }])
    expect(after).toEqual([
      { thing: 1, pid },
      { thing: 2, pid },
    ])
  })

  it('is sent without waiting for those before, the first behind BEGIN and the last before COMMIT', async () => {
    const submitted = vi.spyOn(pg.Query.prototype as unknown as { submit(): unknown }, 'submit')
    const answered = vi.spyOn(
      pg.Query.prototype as unknown as { handleReadyForQuery(): unknown },
      'handleReadyForQuery',
    )
    const sentAndAnswered = () => [submitted.mock.calls.length, answered.mock.calls.length]
    const asked = database.sql.transaction(async (tx) => {
      const both = Promise.all([
        tx.$executeRaw`INSERT INTO tins VALUES ('assam', ${250}::int)`,
        tx.$queryRaw`SELECT weight FROM tins`,
      ])
      expect(sentAndAnswered()).toEqual([3, 0])
      const [added, seen] = await both
      const last = tx.$executeLast(Prisma.sql`UPDATE tins SET weight = weight * ${2}::int`)
      expect(sentAndAnswered()).toEqual([5, 3])
      return [added, seen, await last]
    })
    expect(await asked).toEqual([1, [{ weight: 250 }], 1])
    expect(await rowsOf('SELECT weight FROM tins')).toEqual([{ weight: 500 }])
  })

  it('and the same once more behind it is prepared once', async () => {
    const asked = database.sql.transaction((tx) =>
      Promise.all([1, 2, 3].map((n) => tx.$queryRaw`SELECT ${n}::int AS n, ${'x'}::text AS x`)),
    )
    expect(await asked).toEqual([1, 2, 3].map((n) => [{ n, x: 'x' }]))
    expect(asks).toEqual({ parse: 1, bind: 3 })
  })

  it('that was sent behind one that fails is refused, and is prepared when it is asked for again', async () => {
    const text = 'SELECT 1 AS after WHERE $1'
    let outcomes: unknown
    const asked = database.sql.transaction(async (tx) => {
      outcomes = await Promise.allSettled([
        tx.$queryRaw`SELECT 1 AS before`,
        tx.$queryRaw`SELECT 10 / ${0}::int AS share`,
        tx.$queryRawUnsafe(text, true),
      ])
    })
    await expect(asked).rejects.toThrow('current transaction is aborted')
    const failed = (code: string) => ({ status: 'rejected', reason: expect.objectContaining({ code }) })
    const before = { status: 'fulfilled', value: [{ before: 1 }] }
    expect(outcomes).toEqual([before, failed('22012'), failed('25P02')])
    for (let call = 0; call < 2; call += 1) expect(await rowsOf(text, true)).toEqual([{ after: 1 }])
  })

  it('that is the last and fails commits nothing', async () => {
    const add = (weight: number) =>
      database.sql.transaction(async (tx) => {
        await tx.$executeRaw`INSERT INTO tins VALUES ('assam', 1)`
        await tx.$executeLast(Prisma.sql`INSERT INTO tins SELECT 'half', 10 / ${weight}::int`)
      })
    await expect(add(0)).rejects.toThrow('division by zero')
    expect(await rowsOf('SELECT FROM tins')).toEqual([])
    await add(2)
    expect(await rowsOf('SELECT FROM tins')).toHaveLength(2)
  })

  it('that is asked for after the last is refused', async () => {
    const asked = database.sql.transaction(async (tx) => {
      await tx.$executeLast(Prisma.sql`INSERT INTO tins VALUES ('assam', 1)`)
      await tx.$queryRaw`SELECT 1`
    })
    await expect(asked).rejects.toThrow('The transaction has ended')
    expect(await rowsOf('SELECT FROM tins')).toHaveLength(1)
  })

  it('whose constraint is checked by the COMMIT fails when that does', async () => {
    await database.executeSql('ALTER TABLE tins ADD CONSTRAINT one UNIQUE (label) DEFERRABLE INITIALLY DEFERRED')
    const add = () =>
      database.sql.transaction((tx) => tx.$executeLast(Prisma.sql`INSERT INTO tins VALUES (${'assam'}, 1)`))
    expect(await add()).toBe(1)
    await expect(add()).rejects.toMatchObject({ code: '23505' })
    expect(await rowsOf('SELECT FROM tins')).toHaveLength(1)
  })

  it('that nobody asks for sends no transaction at all', async () => {
    expect(await database.sql.transaction(async () => 'nothing')).toBe('nothing')
    expect(asks).toEqual({ parse: 0, bind: 0 })
  })

  it('that takes too long is ended', async () => {
    await database.close()
    database = await open(1, 1_000)
    await expect(database.sql.$queryRaw`SELECT pg_sleep(${60}::int)`).rejects.toThrow('statement timeout')
    expect(await rowsOf('SELECT $1::int AS one', 1)).toEqual([{ one: 1 }])
  })

  it('fails with its connection, and runs on the next', async () => {
    await database.close()
    database = await open(1, 120_000)
    const text = 'SELECT pg_sleep($1::int)::text AS slept'
    await rowsOf(text, 0)
    const cut = expect(rowsOf(text, 60)).rejects.toThrow(DatabaseAway)
    await vi.waitFor(async () => {
      const { rowCount } = await administrator.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND state = 'active'`,
        [name],
      )
      expect(rowCount).toBe(1)
    }, 60_000)
    await cut
    expect(await rowsOf(text, 0)).toEqual([{ slept: '' }])
  })

  it('whose columns have become others is never read by what was known of them', async () => {
    await database.close()
    database = await open(2)
    await database.executeSql("INSERT INTO tins VALUES ('assam', 250)")
    const text = 'SELECT label, weight, pg_sleep(0.05)::text FROM tins WHERE weight::text <> $1'
    const both = () => Promise.allSettled([rowsOf(text, ''), rowsOf(text, '')])
    for (let call = 0; call < 2; call += 1) {
      for (const { status } of await both()) expect(status).toBe('fulfilled')
    }
    await database.executeSql('ALTER TABLE tins ALTER weight TYPE text, ALTER label TYPE int USING 1')
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: '0A000' }) }
    // Each connection has prepared it. The pool gives one up whose statement fails.
    expect(await both()).toEqual([refused, refused])
    const fulfilled = { status: 'fulfilled', value: [{ label: 1, weight: '250', pg_sleep: '' }] }
    expect(await both()).toEqual([fulfilled, fulfilled])
  })

  it('whose columns have become others within a transaction runs on another connection from then on', async () => {
    await database.executeSql("INSERT INTO tins VALUES ('assam', 250)")
    const read = () => database.sql.transaction((tx) => tx.$queryRaw`SELECT weight FROM tins WHERE label <> ${''}`)
    expect(await read()).toEqual([{ weight: 250 }])
    await database.executeSql('ALTER TABLE tins ALTER weight TYPE text')
    await expect(read()).rejects.toMatchObject({ code: '0A000' })
    expect(await read()).toEqual([{ weight: '250' }])
  })
})
