import { rm } from 'node:fs/promises'
import { build } from 'esbuild'

/** Bundles the service into a folder, one file for each entry, with packages left where npm has put them. */
export async function bundle(outdir: string): Promise<void> {
  await rm(outdir, { recursive: true, force: true })
  await build({
    entryPoints: ['src/cli.ts', 'src/platform/bcrypt-worker.mjs'],
    outdir,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
  })
}
