import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, dropDatabase, urlOf } from './served-databases.ts'
import { SECRETS } from './shop.ts'

/** The environment of `storefront` processes that share a database of their own, without any table. */
export async function environmentOfItsOwn(): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-day-'))
  const source = inject('testDatabaseSource')
  if (source.kind !== 'template') {
    return { env: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const client = new pg.Client({ connectionString: source.url })
  await client.connect()
  const name = await createDatabase(client, 'template1')
  return {
    env: { DATA_DIR: folder, DATABASE_URL: urlOf(source.url, name), SECRETS: SECRETS.join() },
    async remove() {
      await dropDatabase(client, name)
      await client.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
