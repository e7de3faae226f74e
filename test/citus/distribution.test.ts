import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { readDistribution, refuseHalfDistributed } from '../../src/platform/database/distribution.ts'
import { migrate, refuseOutdated } from '../../src/platform/database/migrate/migrate.ts'
import { readMigrations } from '../../src/platform/database/migrate/migration-files.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { needs, noCluster } from '../support/needs.ts'
import { runStorefront } from '../support/process.ts'
import { SECRETS } from '../support/shop.ts'
import { openEmptyDatabase, openTestDatabase } from '../support/test-database.ts'

let database: Database
afterEach(() => database.close())

const sql = async (statement: string) => (await database.executeSql(statement, [])).rows

test.runIf(!onCluster())('a database without the extension is never distributed', async () => {
  database = await openTestDatabase()
  expect(await readDistribution(database)).toBeNull()
  await expect(refuseHalfDistributed(database)).resolves.toBeUndefined()
})

describe('an empty database of a cluster', needs(noCluster()), () => {
  beforeEach(async () => {
    database = await openEmptyDatabase()
  })

  test('is distributed once it is migrated, all by their store but the stores, and only once', async () => {
    const lines: string[] = []
    await migrate(database, (line) => lines.push(line))
    expect(lines.at(-1)).toMatch(/^Distributed over the workers of Citus: access_tokens, .* and \d+ more\.$/)
    const found = await readDistribution(database)
    expect(found).toMatchObject({ local: [], misplaced: [] })
    expect(found?.distributed.length).toBeGreaterThan(30)
    expect(await sql("SELECT partmethod FROM pg_dist_partition WHERE logicalrelid = 'stores'::regclass")).toEqual([
      { partmethod: 'n' },
    ])
    // The queue is not of a store.
    expect(await sql("SELECT FROM pg_dist_partition WHERE logicalrelid = 'pgboss.job'::regclass")).toEqual([])
    const again: string[] = []
    expect(await migrate(database, (line) => again.push(line))).toEqual([])
    expect(again).toEqual([])
    await refuseHalfDistributed(database)
    await refuseOutdated(database)
  })

  test('is refused where it has no workers, and says what to do', async () => {
    // Again, should Citus find it in a deadlock with its own daemon, which tells the workers of each other.
    await vi.waitFor(
      () => sql('SELECT citus_remove_node(nodename, nodeport) FROM pg_dist_node WHERE groupid <> 0'),
      60_000,
    )
    await expect(migrate(database)).rejects.toThrow(/no worker to take its tables\. Add one, SELECT citus_add_node/)
    await expect(refuseOutdated(database)).rejects.toThrow(/its tables are not distributed\. Run "storefront migrate"/)
  })
})

describe('a database that is distributed', needs(noCluster()), () => {
  beforeEach(async () => {
    database = await openTestDatabase()
  })

  test('takes a migration with a new table, which refers to others and is distributed with them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'storefront-migrations-'))
    for (const migration of await readMigrations()) await writeMigration(folder, migration)
    await writeMigration(folder, {
      name: '29990101000000_gift_cards',
      sql: `-- CreateTable
        CREATE TABLE "gift_cards" (
            "store_id" UUID NOT NULL,
            "id" UUID NOT NULL,
            "order_id" UUID,
            "note" TEXT NOT NULL DEFAULT 'a; b',

            CONSTRAINT "gift_cards_pkey" PRIMARY KEY ("store_id","id")
        );
        ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_store_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id");
        ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_order_fkey" FOREIGN KEY ("store_id", "order_id") REFERENCES "orders"("store_id", "id");
        CREATE FUNCTION "initial"("text" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE RETURN left("text", 1);
        CREATE INDEX "gift_cards_initial_idx" ON "gift_cards" ("store_id", "initial"("note"));
        UPDATE "gift_cards" SET "note" = '' WHERE "note" = $$;$$;`,
    })
    expect(await migrate(database, () => {}, folder)).toEqual(['29990101000000_gift_cards'])
    const found = await readDistribution(database)
    expect(found?.distributed).toContain('gift_cards')
    expect(found).toMatchObject({ local: [], misplaced: [] })
    await rm(folder, { recursive: true })
  })

  test('keeps nothing of a migration that fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'storefront-migrations-'))
    for (const migration of await readMigrations()) await writeMigration(folder, migration)
    await writeMigration(folder, {
      name: '29990101000000_broken',
      sql: 'ALTER TABLE "orders" ADD COLUMN "gift" TEXT; SELECT 1 / 0;',
    })
    await expect(migrate(database, () => {}, folder)).rejects.toThrow(
      /29990101000000_broken failed and changed nothing/,
    )
    expect(await sql("SELECT FROM pg_attribute WHERE attname = 'gift' AND NOT attisdropped")).toEqual([])
    await rm(folder, { recursive: true })
  })

  test('by half is refused at the start, until it is migrated', async () => {
    await sql('CREATE TABLE gift_cards (store_id uuid PRIMARY KEY)')
    const url = new URL(process.env.DATABASE_URL ?? '')
    url.pathname = String((await sql('SELECT current_database()::text AS name'))[0]?.name)
    const env = { DATABASE_URL: url.href, SECRETS: SECRETS.join(), PORT: '0' }
    const { status, stderr } = await runStorefront(['serve'], env)
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /only half distributed: Citus has \d+ of its tables on the workers, but not gift_cards\. Run "storefront migrate"/,
      ),
    ])
    await migrate(database)
    await refuseHalfDistributed(database)
    expect((await readDistribution(database))?.distributed).toContain('gift_cards')
  })

  test('in another way is refused, and told what to take back', async () => {
    await sql('CREATE TABLE gift_cards (store_id uuid, code text PRIMARY KEY)')
    await sql("SELECT create_distributed_table('gift_cards', 'code')")
    const refusal = /in another way than by their store: gift_cards\. Take that back, by undistribute_table\(\)/
    await expect(refuseHalfDistributed(database)).rejects.toThrow(refusal)
    await expect(migrate(database)).rejects.toThrow(refusal)
  })
})

async function writeMigration(folder: string, { name, sql }: { name: string; sql: string }): Promise<void> {
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'migration.sql'), sql)
}
