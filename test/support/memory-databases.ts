import type { PGlite } from '@electric-sql/pglite'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createInMemory } from '../../src/platform/database/embedded/embedded.ts'
import type { TestDatabaseOptions } from './test-database.ts'

/** A database of this worker that is migrated and empty, and free for the next test file. */
interface Free {
  pglite: PGlite
  /** What `lookOf` gave when it was new. */
  look: string
}

const free: Free[] = []
/** Each takes about 150 MB. */
const MOST_FREE = 2

/**
 * Opens a migrated database in memory. Emptying one takes a quarter of the time that opening one takes, so a worker
 * uses its databases again. One whose schema a test has changed is not used again.
 */
export async function openUsedAgain(image: () => Promise<Blob>, options: TestDatabaseOptions): Promise<Database> {
  const { pglite, look } = free.pop() ?? (await openNew(await image()))
  const lent = lend(pglite)
  const database = await openDatabase({ kind: 'memory', pglite: lent.pglite }, options)
  let closing: Promise<void> | undefined
  const close = async () => {
    await database.close()
    lent.end()
    if (free.length < MOST_FREE && (await isAsNew(pglite, look))) free.push({ pglite, look })
    else await pglite.close()
  }
  return {
    ...database,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** What holds the database for one test file can do nothing with it afterwards. */
function lend(pglite: PGlite) {
  let ended = false
  const lent = new Proxy(pglite, {
    get(target, key) {
      if (ended) throw new Error('PGlite is closed')
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    pglite: lent,
    end() {
      ended = true
    },
  }
}

/** For a database that is small, and gone with its process: what writes takes about a tenth less. */
export const brief = [
  // Cleared at the start.
  'shared_buffers=4MB',
  // What a crash or a standby would need.
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

async function openNew(image: Blob): Promise<Free> {
  const pglite = await createInMemory({ image, settings: brief })
  return { pglite, look: await lookOf(pglite) }
}

/** Empties the database. @returns whether it is then as it was when it was new */
async function isAsNew(pglite: PGlite, look: string): Promise<boolean> {
  try {
    await pglite.query('DISCARD ALL')
    await empty(pglite)
    return (await lookOf(pglite)) === look
  } catch {
    // A test has left a transaction open, or has taken a table away.
    return false
  }
}

/** All tables with rows but for those that the migrations have filled themselves. */
const FILLED = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
    AND relname NOT IN ('_prisma_migrations', 'version', 'queue') AND pg_relation_size(oid) > 0`

/** TRUNCATE would make new files for every table and index, and most of them are empty. */
async function empty(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(FILLED)
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return
  const deletions = names.map((name) => `DELETE FROM ${name};`).join(' ')
  await pglite.exec(`SET session_replication_role = replica; ${deletions} RESET session_replication_role`)
  await pglite.exec(`VACUUM ${names.join(', ')}`)
}

/** Everything that a test may change beyond rows: what there is by name, statistics, the job queue's own tables. */
const LOOK = `
  SELECT
    (SELECT string_agg(concat_ws(' ', relname, relkind), ' ' ORDER BY oid)
     FROM pg_class WHERE oid >= 16384) AS relations,
    (SELECT string_agg(concat_ws(' ', attname, atttypid, attnotnull), ' ' ORDER BY attrelid, attnum)
     FROM pg_attribute WHERE attrelid >= 16384 AND attnum > 0) AS columns,
    (SELECT string_agg(concat_ws(' ', conname, convalidated), ' ' ORDER BY oid)
     FROM pg_constraint WHERE oid >= 16384) AS constraints,
    (SELECT string_agg(concat_ws(' ', tgname, tgenabled), ' ' ORDER BY oid) FROM pg_trigger) AS triggers,
    (SELECT string_agg(concat_ws(' ', proname, md5(prosrc)), ' ' ORDER BY oid)
     FROM pg_proc WHERE oid >= 16384) AS functions,
    (SELECT string_agg(nspname, ' ' ORDER BY oid) FROM pg_namespace) AS schemas,
    (SELECT count(*) FROM pg_statistic WHERE starelid >= 16384) AS statistics,
    (SELECT json_agg(version) FROM pgboss.version) AS "jobsVersion",
    (SELECT json_agg(queue ORDER BY name) FROM pgboss.queue) AS queues`

const lookOf = async (pglite: PGlite): Promise<string> => JSON.stringify((await pglite.query(LOOK)).rows)
