import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createDatabase, dropDatabase, urlOf } from './served-databases.ts'

export interface TestDatabaseOptions {
  /** Told each statement that Prisma sends. */
  onQuery?: (sql: string) => void
}

/**
 * A migrated database without rows, of the caller's own and gone when it is closed: embedded and in memory, or with
 * DATABASE_URL on that server.
 */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const source = inject('testDatabaseSource')
  if (source.kind === 'template') return await openOnServer(source.url, source.name, options)
  return await openDatabase({ kind: 'memory', image: new Blob([await readFile(source.path)]) }, options)
}

/** The same without any table. */
export async function openEmptyDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const source = inject('testDatabaseSource')
  if (source.kind === 'template') return await openOnServer(source.url, 'template1', options)
  return await openDatabase({ kind: 'memory' }, options)
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
