import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../platform/package-root.ts'
import { type ImportServices, importBundle } from './bundle/import-bundle.ts'
import { parseBundle } from './bundle/parse-bundle.ts'

/** Gives a database without any store the demo store of `examples/`, so that a first start has something to show. */
export async function fillWithDemoStore(services: ImportServices): Promise<void> {
  if ((await services.prisma.store.count()) > 0) return
  const file = join(packageRoot, 'examples', 'demo-store.json')
  await importBundle(services, parseBundle(await readFile(file)))
}
