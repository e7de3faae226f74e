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

/**
 * Names of the migrations that this database lacks. Migrations that only the database knows are fine: a newer version
 * applied them, and during an update both versions run.
 */
export async function pendingMigrations({ executeSql }: Pick<Database, 'executeSql'>): Promise<string[]> {
  const [ours, rows] = await Promise.all([readMigrations(), readRows(executeSql)])
  return pending(ours, rows)
}

/** @throws Error when the database lacks a migration, or Citus does not have its tables on the workers */
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
 * Applies the pending migrations and returns their names; where the database has the extension citus, also distributes
 * its tables. Several processes may call this at once: one does the work and the others wait. `_prisma_migrations` is kept as `prisma migrate deploy` keeps it, so either can be used at any
 * time.
 * @throws Error when a migration fails, which then has changed nothing, when the tables cannot be distributed, or when
 * the database is not in UTF8
 */
export async function migrate(
  database: Pick<Database, 'executeSql' | 'exclusively'>,
  log: (line: string) => void = () => {},
  folder: string = migrationsFolder,
): Promise<string[]> {
  const [ours, rows] = await Promise.all([readMigrations(folder), readRows(database.executeSql)])
  for (const name of edited(ours, rows)) log(`Migration ${name} was edited after it was applied to this database.`)
  const applied = pending(ours, rows).length === 0 ? [] : await applyTo(database, migrationList(ours), log)
  for (const name of applied) log(`Applied migration ${name}.`)
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

/** Names, searches and phones are in any script, which only UTF8 can compare; Debian makes SQL_ASCII without a locale. */
async function refuseOtherEncoding({ executeSql }: Pick<Database, 'executeSql'>): Promise<void> {
  const { rows } = await executeSql<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding", [])
  const encoding = rows[0]?.encoding
  if (encoding === 'UTF8') return
  throw new Error(
    `The encoding of the database is ${encoding}, it must be UTF8: make one with "createdb -E UTF8 -T template0", and restore a dump of this one into it if it has stores.`,
  )
}

/**
 * Lets migrations wait for a lock no longer than a second: all who come to the table after them wait behind them, even
 * for what whoever has the lock would let pass.
 */
const givingWay = (adapter: SqlMigrationAwareDriverAdapterFactory): SqlMigrationAwareDriverAdapterFactory =>
  withScripts(adapter, (script, run) =>
    run(isConcurrent(script) ? script : `SET LOCAL lock_timeout = '1s';\n${script}`),
  )

/**
 * A migration may meet the transactions of instances that still serve, which it deadlocks with when it changes several
 * tables, or that of a dump, for which it does not wait long.
 */
const hasMetLocks = (error: unknown): boolean =>
  error instanceof Error && /deadlock detected|canceling statement due to lock timeout/.test(error.message)

async function apply(engine: SchemaEngine, migrationsList: MigrationList): Promise<string[]> {
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    filters: NO_FILTERS,
    optInToShadowDatabase: false,
  })
  // A failed migration comes from a process that was killed or from an error. Each migration is one transaction, so it
  // changed nothing and can be tried again. We hold the lock, so no other process is running it.
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS })
  return appliedMigrationNames
}

/** Shortens the engine's error, which has many lines, to one. */
function failure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const migration = /migration_name="([^"]+)"/.exec(message)?.[1]
  const [reason = ''] = message.replace(/^external connector error\n/, '').split('\n')
  return `Migration ${migration ?? 'of the database'} failed and changed nothing. ${reason}`
}

/** Without Prisma's client, so that a process which only looks at the migrations never starts its query compiler. */
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
  // A migration without `finished_at` is running in another process, or has failed.
  const applied = new Set(rows.filter((row) => row.finished_at).map((row) => row.migration_name))
  return ours.map(({ name }) => name).filter((name) => !applied.has(name))
}

function edited(ours: readonly MigrationFile[], rows: readonly MigrationRow[]): string[] {
  const checksums = new Map(rows.map((row) => [row.migration_name, row.checksum]))
  return ours.filter(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum).map(({ name }) => name)
}
