import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, whether run from `src/` or bundled in `dist/`. */
export const packageRoot: string = findUp(dirname(fileURLToPath(import.meta.url)))

function findUp(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No package.json above the running code.')
  return findUp(parent)
}

const read = (): unknown => JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))

/** The service's version, from package.json. */
// package.json is our own file and always has a version.
export const version: string = (read() as { version: string }).version

/** The bundle replaces it by the commit that it was built from; absent when run from `src/`. */
declare const BUILT_FROM: string | undefined

/** Empty when unknown. */
export const builtFrom: string = typeof BUILT_FROM === 'string' ? BUILT_FROM : ''

/** Such as `1.0.0 (837fa4cf)`. */
export const build: string = builtFrom === '' ? version : `${version} (${builtFrom})`
