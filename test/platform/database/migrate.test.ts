import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { migrate, pendingMigrations } from '../../../src/platform/database/migrate/migrate.ts'
import { readMigrations } from '../../../src/platform/database/migrate/migration-files.ts'
import { schemaDifference } from '../../../src/platform/database/migrate/schema-engine.ts'
import { packageRoot } from '../../../src/platform/package.ts'
import { lock, untilWaiting } from '../../support/locks.ts'
import { needs, noEmbedded, noServer } from '../../support/needs.ts'
import { urlOf } from '../../support/served-databases.ts'
import { openEmptyDatabase, openTestDatabase } from '../../support/test-database.ts'

let folder: string
let database: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

const hasTable = async (name: string) => {
  const [row] = await database.prisma.$queryRaw<{ found: boolean }[]>`SELECT to_regclass(${name}) IS NOT NULL AS found`
  return row?.found
}

test('migrations are applied once, and recorded as Prisma records them', async () => {
  database = await openEmptyDatabase()
  const ours = await readMigrations()
  const names = ours.map(({ name }) => name)
  expect(await pendingMigrations(database)).toEqual(names)

  expect(await migrate(database)).toEqual(names)
  expect(await pendingMigrations(database)).toEqual([])
  const exclusively = () => Promise.reject(new Error('The migration engine was asked for'))
  expect(await migrate({ executeSql: database.executeSql, exclusively })).toEqual([])

  const rows = await database.prisma.$queryRaw`
    SELECT migration_name AS name, checksum, logs, rolled_back_at, applied_steps_count AS steps,
           length(id) AS id_length, started_at <= finished_at AS finished
    FROM _prisma_migrations ORDER BY migration_name`
  expect(rows).toEqual(
    ours.map(({ name, checksum }) => ({
      name,
      checksum,
      logs: null,
      rolled_back_at: null,
      steps: 1,
      id_length: 36,
      finished: true,
    })),
  )
})

test('a migration that fails changes nothing, says why in one line, and is tried again', async () => {
  database = await openEmptyDatabase()
  await writeMigration('20260101000000_tea', 'CREATE TABLE tea (leaf INT)')
  await writeMigration('20260102000000_cup', 'CREATE TABLE cup (size INT); CREATE TABLE tea (leaf INT);')

  const failure =
    'Migration 20260102000000_cup failed and changed nothing. Error querying the database: ERROR: relation "tea" already exists'
  await expect(migrate(database, () => {}, folder)).rejects.toThrow(new Error(failure))
  await expect(migrate(database, () => {}, folder)).rejects.toThrow(new Error(failure))
  expect(await hasTable('tea')).toBe(true)
  expect(await hasTable('cup')).toBe(false)

  await writeMigration('20260102000000_cup', 'CREATE TABLE cup (size INT)')
  expect(await migrate(database, () => {}, folder)).toEqual(['20260102000000_cup'])
  expect(await hasTable('cup')).toBe(true)
})

test('a migration may hold semicolons that end no statement', async () => {
  database = await openEmptyDatabase()
  await writeMigration('20260101000000_tea', `-- one; two\nCREATE TABLE tea (leaf TEXT DEFAULT 'green;black')`)
  expect(await migrate(database, () => {}, folder)).toEqual(['20260101000000_tea'])
})

test('a migration that was edited after it was applied is remarked on, and not applied again', async () => {
  database = await openEmptyDatabase()
  await writeMigration('20260101000000_tea', 'CREATE TABLE tea (leaf INT)')
  await migrate(database, () => {}, folder)
  await writeMigration('20260101000000_tea', 'CREATE TABLE tea (leaf BIGINT)')

  const lines: string[] = []
  expect(await migrate(database, (line) => lines.push(line), folder)).toEqual([])
  expect(lines).toEqual(['Migration 20260101000000_tea was edited after it was applied to this database.'])
})

test('a database that a newer version has migrated lacks nothing', async () => {
  database = await openTestDatabase()
  await database.prisma.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '99990101000000_x', now())`
  expect(await pendingMigrations(database)).toEqual([])
})

describe('on a server', needs(noServer), () => {
  test('a database that is not in UTF8 is refused, with what to do', async () => {
    database = await openEmptyDatabase()
    const { rows } = await database.executeSql('SELECT current_database() AS name', [])
    const name = `${rows[0]?.name}_ascii`
    await database.executeSql(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`, [])
    const url = urlOf(process.env.DATABASE_URL ?? '', name)
    const ascii = await openDatabase({ kind: 'served', url, poolSize: 1, statementTimeoutMs: 5_000 })
    await expect(migrate(ascii)).rejects.toThrow('The encoding of the database is SQL_ASCII, it must be UTF8: make one')
    await ascii.close()
    await database.executeSql(`DROP DATABASE ${name}`, [])
  })

  test('a migration that waits for whoever reads a table lets others read it, and is applied in the end', async () => {
    database = await openEmptyDatabase()
    const { prisma } = database
    await writeMigration('20260101000000_tea', 'CREATE TABLE tea (leaf INT)')
    await migrate(database, () => {}, folder)
    const release = await lock(prisma, Prisma.sql`SELECT FROM tea`)
    await writeMigration('20260102000000_cup', 'ALTER TABLE tea ADD COLUMN cup INT')
    const lines: string[] = []
    const migrated = migrate(database, (line) => lines.push(line), folder)
    await untilWaiting(prisma, 1)
    expect(await prisma.$queryRaw`SELECT count(*) FROM tea`).toEqual([{ count: 0n }])
    await release()
    expect(await migrated).toEqual(['20260102000000_cup'])
    expect(lines).toEqual(['Others use a table that a migration changes. It is tried again for four minutes.'])
  })

  test('several processes may migrate one database at once', async () => {
    database = await openEmptyDatabase()
    const [row] = await database.prisma.$queryRaw<{ name: string }[]>`SELECT current_database()::text AS name`
    const script = join(import.meta.dirname, 'migrate-once.ts')
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const child = spawn(process.execPath, ['--import', 'tsx', script, row?.name ?? ''], {
          cwd: packageRoot,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        let output = ''
        child.stdout.on('data', (text) => {
          output += text
        })
        await once(child, 'close')
        return output.trim()
      }),
    )
    expect(outcomes.sort()).toEqual(['', '', (await readMigrations()).map(({ name }) => name).join()])
    expect(await pendingMigrations(database)).toEqual([])
  })
})

// Prisma's adapter for a server cannot read the catalogue's "char" columns, which this needs.
describe('embedded', needs(noEmbedded), () => {
  test('the migrations make what the schema says', async () => {
    database = await openTestDatabase()
    expect(await schemaDifference(database)).toBeNull()
    await database.prisma.$executeRaw`ALTER TABLE leads ADD COLUMN colour TEXT`
    expect(await schemaDifference(database)).toContain('DROP COLUMN "colour"')
  })
})

test('a migration that a deadlock has called off is tried again', async () => {
  database = await openTestDatabase()
  // A sequence remembers the tries, which the rollback of everything else does not.
  await database.executeSql('CREATE SEQUENCE tries', [])
  await writeMigration(
    '20990101000000_tea',
    `DO $$ BEGIN
       IF nextval('tries') < 3 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
     END $$;
     CREATE TABLE tea (id INT PRIMARY KEY);`,
  )
  expect(await migrate(database, () => {}, folder)).toEqual(['20990101000000_tea'])
  expect(await hasTable('tea')).toBe(true)
})
