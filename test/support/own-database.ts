import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, dropDatabase, urlOf } from './served-databases.ts'
import { SECRETS } from './shop.ts'
import { migratedFolder } from './test-database.ts'

/** The environment of `storefront` processes that share a database of their own, migrated and without rows. */
export async function environmentOfItsOwn(): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> {
  const source = inject('testDatabaseSource')
  if (source.kind === 'embedded') {
    const folder = await migratedFolder()
    return { env: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const folder = await mkdtemp(join(tmpdir(), 'storefront-data-'))
  const client = new pg.Client({ connectionString: source.url })
  await client.connect()
  const name = await createDatabase(client, source.name)
  return {
    env: { DATA_DIR: folder, DATABASE_URL: urlOf(source.url, name), SECRETS: SECRETS.join() },
    async remove() {
      await dropDatabase(client, name)
      await client.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
