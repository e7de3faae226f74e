import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

const read = (): unknown => JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))

/** The service's version, from package.json. */
// package.json is our own file and always has a version.
export const version: string = (read() as { version: string }).version
