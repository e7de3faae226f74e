import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../platform/package.ts'
import { type ImportServices, importBundle } from './import-bundle.ts'
import { parseBundle } from './parse-bundle.ts'

/**
 * Into a database without stores, so that a first start has something to show.
 * @returns the id of the new store, or null when there was a store already
 */
export async function fillWithDemoStore(services: ImportServices): Promise<string | null> {
  if ((await services.db.prisma.store.count()) > 0) return null
  const file = join(packageRoot, 'examples', 'demo-store.json')
  const { store } = await importBundle(services, parseBundle(await readFile(file)))
  return store.id
}
