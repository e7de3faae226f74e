import { setTimeout as wait } from 'node:timers/promises'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import type { Database } from '../database.ts'
import { distribute, distributing, readDistribution } from '../distribution.ts'
import { type MigrationFile, migrationList, migrationsFolder, readMigrations } from './migration-files.ts'
import { withSchemaEngine } from './schema-engine.ts'
import { isConcurrent, withScripts } from './sql-script.ts'

/** For how long a migration that met others' locks is tried again, and how long after each time. */
const TRIED_FOR_MS = 240_000
const PAUSE_MS = 2_000

const NO_FILTERS = { externalTables: [], externalEnums: [] }

interface MigrationRow {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

/** Migrations that only the database knows are fine: a newer version applied them, and both run during an update. */
export async function pendingMigrations({ executeSql }: Pick<Database, 'executeSql'>): Promise<string[]> {
  const [ours, rows] = await Promise.all([readMigrations(), readRows(executeSql)])
  return pending(ours, rows)
}

/** @throws Error when a migration is missing, or Citus does not have its tables on the workers */
export async function refuseOutdated(database: Pick<Database, 'executeSql'>): Promise<void> {
  const missing = await pendingMigrations(database)
  if (missing.length > 0) {
    throw new Error(
      `The database is outdated: ${missing.join(', ')} not applied. Run "storefront migrate", or set MIGRATE=true.`,
    )
  }
  const local = (await readDistribution(database))?.local ?? []
  if (local.length === 0) return
  throw new Error(
    'The database has the extension citus, but its tables are not distributed. Run "storefront migrate", or set MIGRATE=true.',
  )
}

/**
 * Applies pending migrations, returns their names, and distributes tables under citus. Concurrent calls wait for one
 * another. `_prisma_migrations` stays compatible with `prisma migrate deploy`.
 * @throws Error when a migration fails (it then changed nothing), distribution fails, or the database is not UTF8
 */
export async function migrate(
  database: Pick<Database, 'executeSql' | 'exclusively'>,
  log: (line: string) => void = () => {},
  folder: string = migrationsFolder,
): Promise<string[]> {
  const [ours, rows] = await Promise.all([readMigrations(folder), readRows(database.executeSql)])
  for (const name of edited(ours, rows)) log(`Migration ${name} was edited after it was applied to this database.`)
  const applied = pending(ours, rows).length === 0 ? [] : await applyTo(database, migrationList(ours), log)
  await distribute(database, log)
  return applied
}

async function applyTo(
  database: Pick<Database, 'executeSql' | 'exclusively'>,
  migrations: MigrationList,
  log: (line: string) => void,
): Promise<string[]> {
  await refuseOtherEncoding(database)
  const distribution = await readDistribution(database)
  const deadline = performance.now() + TRIED_FOR_MS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.exclusively((adapter) =>
        withSchemaEngine(givingWay(distribution ? distributing(adapter, distribution) : adapter), (engine) =>
          apply(engine, migrations),
        ),
      )
    } catch (error) {
      if (performance.now() > deadline || !hasMetLocks(error)) throw new Error(failure(error), { cause: error })
      if (attempt === 1) log('Others use a table that a migration changes. It is tried again for four minutes.')
      await wait(PAUSE_MS)
    }
  }
}

/** Only UTF8 can compare names in any script; Debian makes SQL_ASCII without a locale. */
async function refuseOtherEncoding({ executeSql }: Pick<Database, 'executeSql'>): Promise<void> {
  const { rows } = await executeSql<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding", [])
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `The encoding of the database is ${encoding}, it must be UTF8: make one with "createdb -E UTF8 -T template0", and restore a dump of this one into it if it has stores.`,
  )
}

/** Migrations wait for a lock at most a second: everyone who comes to the table later queues behind them. */
const givingWay = (adapter: SqlMigrationAwareDriverAdapterFactory): SqlMigrationAwareDriverAdapterFactory =>
  withScripts(adapter, (script, run) =>
    run(isConcurrent(script) ? script : `SET LOCAL lock_timeout = '1s';\n${script}`),
  )

/** It may deadlock with transactions of serving instances, or wait too long for a dump's. */
const hasMetLocks = (error: unknown): boolean =>
  error instanceof Error && /deadlock detected|canceling statement due to lock timeout/.test(error.message)

async function apply(engine: SchemaEngine, migrationsList: MigrationList): Promise<string[]> {
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    filters: NO_FILTERS,
    optInToShadowDatabase: false,
  })
  // A failed migration changed nothing, since each is one transaction, and no other process runs it while we hold the
  // lock.
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS })
  return appliedMigrationNames
}

/** The engine's error has many lines. */
function failure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const migration = /migration_name="([^"]+)"/.exec(message)?.[1]
  const [reason = ''] = message.replace(/^external connector error\n/, '').split('\n')
  return `Migration ${migration ?? 'of the database'} failed and changed nothing. ${reason}`
}

/** Without Prisma's client, so that looking at the migrations never starts its query compiler. */
async function readRows(executeSql: Database['executeSql']): Promise<MigrationRow[]> {
  const { rows: tables } = await executeSql("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists", [])
  if (!tables[0]?.exists) return []
  const { rows } = await executeSql<MigrationRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    [],
  )
  return rows
}

function pending(ours: readonly MigrationFile[], rows: readonly MigrationRow[]): string[] {
  // Without `finished_at` it is running in another process, or has failed.
  const applied = new Set(rows.filter((row) => row.finished_at).map((row) => row.migration_name))
  return ours.map(({ name }) => name).filter((name) => !applied.has(name))
}

function edited(ours: readonly MigrationFile[], rows: readonly MigrationRow[]): string[] {
  const checksums = new Map(rows.map((row) => [row.migration_name, row.checksum]))
  return ours.filter(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum).map(({ name }) => name)
}
