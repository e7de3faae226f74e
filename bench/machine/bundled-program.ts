import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../src/platform/package.ts'

const FOLDER = join(packageRoot, 'node_modules', '.cache', 'bench')
const bundled = new Map<string, Promise<string>>()

/**
 * The program of a TypeScript file as JavaScript that Node runs as it is, made once in a run: dozens of processes start
 * with it, and each would take longer to load a compiler than to do its work.
 */
export function bundledProgram(file: string): Promise<string> {
  const known = bundled.get(file)
  if (known) return known
  const made = bundle(file)
  bundled.set(file, made)
  return made
}

async function bundle(file: string): Promise<string> {
  const outfile = join(FOLDER, `${basename(file, '.ts')}-${process.pid}.mjs`)
  await build({ entryPoints: [file], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' })
  process.once('exit', () => rmSync(outfile, { force: true }))
  return outfile
}
