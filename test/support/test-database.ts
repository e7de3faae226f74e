import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createInMemory } from '../../src/platform/database/embedded/embedded.ts'
import type { Tracing } from '../../src/platform/tracing/tracing.ts'
import { brief, openUsedAgain } from './memory-databases.ts'
import { createDatabase, dropDatabase, urlOf } from './served-databases.ts'

export interface TestDatabaseOptions {
  /** Called with each statement that Prisma or `sql` sends. */
  onQuery?: (sql: string) => void
  /** Where statements become spans. */
  tracing?: Tracing
}

/**
 * A migrated database without rows, of the caller's own and gone when it is closed: embedded and in memory, or with
 * DATABASE_URL on that server.
 */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const source = inject('testDatabaseSource')
  if (source.kind === 'template') return await openOnServer(source.url, source.name, options)
  return await openUsedAgain(() => imageAt(source.image), options)
}

const images = new Map<string, Blob>()

/** A Blob whose bytes are there already: Node takes longer to put the parts of its own together than to copy them. */
async function imageAt(path: string): Promise<Blob> {
  const known = images.get(path)
  if (known) return known
  const { buffer, byteOffset, byteLength } = await readFile(path)
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength)
  const image = Object.assign(new Blob([]), { arrayBuffer: async () => bytes })
  images.set(path, image)
  return image
}

/** The same without any table. */
export async function openEmptyDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const source = inject('testDatabaseSource')
  if (source.kind === 'template') return await openOnServer(source.url, source.empty, options)
  const pglite = await createInMemory({ image: await imageAt(source.empty), settings: brief })
  const database = await openDatabase({ kind: 'memory', pglite }, options)
  return { ...database, close: () => database.close().then(() => pglite.close()) }
}

/** A new DATA_DIR whose embedded database is migrated, or with DATABASE_URL an empty one; the caller removes it. */
export async function readyFolder(): Promise<string> {
  if (inject('testDatabaseSource').kind === 'embedded') return await migratedFolder()
  return await mkdtemp(join(tmpdir(), 'storefront-data-'))
}

/** A new DATA_DIR, whose embedded database is migrated; the caller removes it. @throws with DATABASE_URL */
export async function migratedFolder(): Promise<string> {
  const source = inject('testDatabaseSource')
  if (source.kind !== 'embedded') throw new Error('Nothing is embedded in a run with DATABASE_URL')
  const folder = await mkdtemp(join(tmpdir(), 'storefront-data-'))
  await cp(source.cluster, join(folder, 'pg'), { recursive: true })
  return folder
}

/**
 * The same database for tests themselves. On a cluster the one that was given sends no statement to several shards, if
 * DATABASE_URL says so: that is for the service alone.
 */
export async function openForTests(database: Database): Promise<Database> {
  const source = inject('testDatabaseSource')
  if (source.kind === 'embedded' || !new URL(source.url).searchParams.has('options')) return database
  const { rows } = await database.executeSql('SELECT current_database() AS name', [])
  const url = new URL(urlOf(source.url, String(rows[0]?.name)))
  url.searchParams.delete('options')
  return await openDatabase({ kind: 'served', url: url.href, poolSize: 4, statementTimeoutMs: 5_000 })
}

async function openOnServer(url: string, template: string, options: TestDatabaseOptions): Promise<Database> {
  const name = await withClient(url, (client) => createDatabase(client, template))
  const database = await openDatabase(
    { kind: 'served', url: urlOf(url, name), poolSize: 8, statementTimeoutMs: 5_000 },
    options,
  )
  const close = async () => {
    await database.close()
    await withClient(url, (client) => dropDatabase(client, name))
  }
  return { ...database, close }
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
