import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

const read = (): unknown => JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))

/** The service's version, as package.json has it. */
// package.json is the project's own: it has a version.
export const version: string = (read() as { version: string }).version
