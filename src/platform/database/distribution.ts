import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { Database } from './database.ts'
import { runOneByOne, statementsOf, withScripts } from './migrate/sql-script.ts'

/** How citus distributes the tables over its workers. */
export interface Distribution {
  /** `stores` on every node, all others by their store. */
  distributed: string[]
  local: string[]
  /** Distributed in another way than the service does it. */
  misplaced: string[]
}

const EVERYWHERE = 'stores'
const COLUMN = 'store_id'

const TABLES = `
  SELECT c.relname AS name,
    CASE
      WHEN p.logicalrelid IS NULL OR (p.partmethod = 'n' AND p.repmodel <> 't') THEN 'local'
      WHEN c.relname = '${EVERYWHERE}' THEN CASE WHEN p.partmethod = 'n' THEN 'distributed' ELSE 'misplaced' END
      WHEN p.partmethod = 'h' AND column_to_column_name(p.logicalrelid, p.partkey) = '${COLUMN}'
        AND p.colocationid = min(p.colocationid) FILTER (WHERE p.partmethod = 'h') OVER () THEN 'distributed'
      ELSE 'misplaced'
    END AS place
  FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND (c.relname = '${EVERYWHERE}' OR EXISTS (
    SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = '${COLUMN}' AND NOT a.attisdropped
  ))
  ORDER BY 1`

/** Null for a database without the extension. */
export async function readDistribution({ executeSql }: Pick<Database, 'executeSql'>): Promise<Distribution | null> {
  const { rows: extensions } = await executeSql("SELECT FROM pg_extension WHERE extname = 'citus'", [])
  if (extensions.length === 0) return null
  const { rows } = await executeSql(TABLES, [])
  const at = (place: string) => rows.filter((row) => row.place === place).map(({ name }) => String(name))
  return { distributed: at('distributed'), local: at('local'), misplaced: at('misplaced') }
}

/** @throws Error when only some of the tables are distributed, or in another way */
export async function refuseHalfDistributed(database: Pick<Database, 'executeSql'>): Promise<void> {
  const found = await readDistribution(database)
  if (!found) return
  refuseMisplaced(found)
  const { distributed, local } = found
  if (distributed.length === 0 || local.length === 0) return
  throw new Error(
    `The database is only half distributed: Citus has ${distributed.length} of its tables on the workers, but not ${some(local)}. Run "storefront migrate", which distributes the rest.`,
  )
}

function refuseMisplaced({ misplaced }: Distribution): void {
  if (misplaced.length === 0) return
  throw new Error(
    `Citus has distributed tables of this database in another way than by their store: ${some(misplaced)}. Take that back, by undistribute_table() for each, and run "storefront migrate".`,
  )
}

/** Distributes all or nothing. @returns the names of the tables that were not distributed yet */
export async function distribute(
  database: Pick<Database, 'executeSql' | 'exclusively'>,
  log: (line: string) => void = () => {},
): Promise<string[]> {
  if (isWhole(await readDistribution(database))) return []
  return await database.exclusively(async (adapter) => {
    const found = await readDistribution(database)
    // Another process may have been faster.
    if (!found || isWhole(found)) return []
    refuseMisplaced(found)
    await refuseWithoutWorkers(database)
    const keys = await foreignKeysOf(database, found.local)
    const connection = await adapter.connect()
    const executeScript = connection.executeScript.bind(connection)
    await runOneByOne(executeScript, distributionOf(found, keys)).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`The tables could not be distributed, and are as they were. ${reason}`, { cause: error })
    })
    log(`Distributed over the workers of Citus: ${some(found.local)}.`)
    return found.local
  })
}

/** Makes migrations distribute each table that they create, before they add foreign keys to it. */
export function distributing(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  { distributed }: Distribution,
): SqlMigrationAwareDriverAdapterFactory {
  const anchor = distributed.find((name) => name !== EVERYWHERE)
  if (anchor === undefined) return adapter
  return withScripts(adapter, (script, run) => runOneByOne(run, withDistribution(statementsOf(script), anchor)))
}

const withDistribution = (statements: readonly string[], anchor: string): string[] =>
  statements.flatMap((statement) => {
    const [, name, columns = ''] = CREATION.exec(statement) ?? []
    const isByStore = name !== undefined && columns.includes(COLUMN)
    return isByStore ? [statement, distributionBy(name, anchor)] : [statement]
  })

const CREATION = /^(?:\s|--[^\n]*\n)*CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"? (.*)/is

const distributionBy = (name: string, anchor: string | null): string =>
  `SELECT create_distributed_table('"${name}"', '${COLUMN}', colocate_with => '${anchor === null ? 'none' : `"${anchor}"`}')`

const isWhole = (found: Distribution | null): boolean =>
  found === null || (found.local.length === 0 && found.misplaced.length === 0)

async function refuseWithoutWorkers({ executeSql }: Pick<Database, 'executeSql'>): Promise<void> {
  const { rows } = await executeSql('SELECT nodeid FROM pg_dist_node WHERE isactive AND shouldhaveshards', [])
  if (rows.length > 0) return
  throw new Error(
    "The database has the extension citus, but no worker to take its tables. Add one, SELECT citus_add_node('<host>', 5432), or take the extension away, DROP EXTENSION citus.",
  )
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

async function foreignKeysOf(
  { executeSql }: Pick<Database, 'executeSql'>,
  tables: readonly string[],
): Promise<ForeignKey[]> {
  const { rows } = await executeSql<ForeignKey>(
    `SELECT t.relname AS table, f.conname AS name, pg_get_constraintdef(f.oid) AS definition
     FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class target ON target.oid = f.confrelid
     WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
       AND (t.relname = ANY ($1::text[]) OR target.relname = ANY ($1::text[]))
     ORDER BY 2`,
    [tables],
  )
  return rows
}

/** Citus refuses a foreign key between a distributed table and a local one: keys are dropped first and added last. */
function distributionOf({ distributed, local }: Distribution, keys: readonly ForeignKey[]): string[] {
  const byStore = local.filter((name) => name !== EVERYWHERE)
  const anchor = distributed.find((name) => name !== EVERYWHERE) ?? byStore[0]
  return [
    ...keys.map(({ table, name }) => `ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`),
    ...(local.includes(EVERYWHERE) ? [`SELECT create_reference_table('${EVERYWHERE}')`] : []),
    ...byStore.map((name) => distributionBy(name, name === anchor ? null : (anchor ?? null))),
    ...keys.map(({ table, name, definition }) => `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`),
  ]
}

const SHOWN = 5

const some = (names: readonly string[]): string =>
  names.length <= SHOWN ? names.join(', ') : `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`
