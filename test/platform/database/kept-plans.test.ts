import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { arrayOf } from '../../../src/platform/database/statements.ts'
import { needs, noServer } from '../../support/needs.ts'
import { createDatabase, dropDatabase, urlOf } from '../../support/served-databases.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const serverUrl = process.env.DATABASE_URL ?? ''

describe('a statement over an array', needs(noServer), () => {
  let administrator: pg.Client
  let name: string
  let database: Database
  let ids: string[]

  beforeAll(async () => {
    administrator = new pg.Client({ connectionString: serverUrl })
    await administrator.connect()
    name = await createDatabase(administrator)
    // On one connection, of which the last statement of a test asks.
    const url = urlOf(serverUrl, name)
    database = await openDatabase({ kind: 'served', url, poolSize: 1, statementTimeoutMs: 5_000 })
    await database.executeSql(`
      CREATE TABLE tins AS SELECT gen_random_uuid() AS id, n AS weight FROM generate_series(1, 10000) AS n;
      ALTER TABLE tins ADD PRIMARY KEY (id);
      ANALYZE tins`)
    const tins = await database.sql.$queryRaw<{ id: string }[]>`SELECT id FROM tins LIMIT 2`
    ids = tins.map(({ id }) => id)
  })
  afterAll(async () => {
    await database.close()
    await dropDatabase(administrator, name)
    await administrator.end()
  })

  /** How many of ten executions were planned for their own values. */
  async function plannedAnew(mark: string, array: Prisma.Sql): Promise<number> {
    const statement = Prisma.sql`
      SELECT ${Prisma.raw(`'${mark}'`)}, a.weight FROM unnest(${array}) AS wanted (id)
      JOIN tins AS a USING (id) JOIN tins AS b USING (id) JOIN tins AS c USING (id)`
    for (let call = 1; call <= 10; call += 1) {
      expect(await database.sql.$queryRaw(statement)).toHaveLength(2)
    }
    const [plans] = await database.sql.$queryRaw<{ anew: bigint }[]>`
      SELECT custom_plans AS anew FROM pg_prepared_statements WHERE statement LIKE ${`%'${mark}'%`}
        AND statement NOT LIKE '%custom_plans%'`
    return Number(plans?.anew)
  }

  it('is planned for its own values five times, and then once for all', async () => {
    expect(await plannedAnew('unseen', arrayOf(ids, 'uuid'))).toBe(5)
  })

  it('would be planned anew each time if PostgreSQL saw how short it is', async () => {
    expect(await plannedAnew('seen', Prisma.sql`${ids}::uuid[]`)).toBe(10)
  })

  it('can be empty, and have elements that are null', async () => {
    const { sql } = database
    expect(await sql.$queryRaw`SELECT word FROM unnest(${arrayOf([], 'text')}) AS word`).toEqual([])
    expect(await sql.$queryRaw`SELECT word FROM unnest(${arrayOf(['a', null], 'text')}) AS word`).toEqual([
      { word: 'a' },
      { word: null },
    ])
    expect(await sql.$queryRaw`SELECT id FROM tins WHERE id = ANY(${arrayOf(ids, 'uuid')})`).toHaveLength(2)
  })
})

describe('holds that are gone', needs(noServer), () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it.each([
    ['stock_holds', 'position, product_id, qty', 'n, gen_random_uuid(), 1'],
    ['order_holders', 'holder', "'phone:' || n"],
  ])(
    'leave their pages to %s, so that it is not planned for as a table of one page',
    async (table, columns, values) => {
      const pages = async () => {
        const [size] = await database.sql.$queryRaw<{ pages: bigint }[]>`
        SELECT pg_relation_size(${table}::regclass) / 8192 AS pages`
        return Number(size?.pages)
      }
      await database.executeSql(`
      INSERT INTO ${table} (store_id, order_id, expires_at, ${columns})
      SELECT '${randomUUID()}', '${randomUUID()}', now(), ${values} FROM generate_series(1, 2000) AS n`)
      const then = await pages()
      await database.executeSql(`DELETE FROM ${table}`)
      await database.executeSql(`VACUUM ANALYZE ${table}`)
      expect(then).toBeGreaterThan(10)
      expect(await pages()).toBe(then)
    },
  )
})
