import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { writeSite } from '../src/web/docs/render/write-site.ts'
import { buildConsoleAssets, buildShopAssets } from './browser-assets.ts'
import { commit } from './commit.ts'

/** Packages that start threads from their own files, or that most processes never load. */
const LEFT_AS_PACKAGES = [
  '@electric-sql/pglite',
  '@graphql-yoga/render-graphiql',
  '@prisma/schema-engine-wasm',
  'pg-native',
  'piscina',
  'sharp',
]

/** CommonJS packages ask for Node's modules by `require`, which ES modules lack. */
const REQUIRE = `import{createRequire as requireOf}from'node:module';const installed=requireOf(import.meta.url),require=installed;`

/**
 * Bundles the service and its packages into a folder, one file for each entry and one for each part that is loaded
 * later, and renders the documentation into a folder beside them. Node takes longer to find and compile two thousand small files than the service takes to start.
 */
export async function bundle(outdir: string): Promise<void> {
  await rm(outdir, { recursive: true, force: true })
  const { outputFiles } = await build({
    entryPoints: ['src/cli.ts', 'src/platform/bcrypt-worker.mjs', 'src/platform/pictures/picture-worker.mjs'],
    outdir,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    external: LEFT_AS_PACKAGES,
    plugins: [graphqlModules, queryCompiler, builtSite],
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    banner: { js: REQUIRE },
    define: { __dirname: 'import.meta.dirname', BUILT_FROM: JSON.stringify(commit()) },
    minifySyntax: true,
    minifyWhitespace: true,
    // Stack traces name lines, so these stay short.
    lineLimit: 120,
    legalComments: 'none',
    sourcemap: true,
    write: false,
    logLevel: 'warning',
  })
  await mkdir(outdir, { recursive: true })
  await Promise.all([
    writeSite(join(outdir, 'docs')),
    ...outputFiles.map(({ path, text, contents }) =>
      path.endsWith('.mjs')
        ? writeFile(path, inAscii(text), { mode: path.endsWith('cli.mjs') ? 0o755 : 0o644 })
        : writeFile(path, contents),
    ),
    buildShopAssets(join(outdir, 'shop')),
    buildConsoleAssets(join(outdir, 'console')),
  ])
}

/**
 * V8 keeps a file in two bytes a character when one of its characters needs them. esbuild escapes those of strings; the
 * others are in patterns, where an escape means the same.
 */
const inAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Prisma's client brings its query compiler as base64 in a module, which stays in memory twice as long text: 20 MiB on
 * Node 24. It is put into a file beside the bundle instead, for the `Buffer.from(wasm, 'base64')` of the generated client.
 */
const queryCompiler: Plugin = {
  name: 'query-compiler',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^query-compiler\.wasm$/ }, ({ path, importer }) => ({
      path,
      namespace: 'wasm',
      pluginData: importer,
    }))
    onLoad({ filter: /./, namespace: 'wasm' }, async ({ pluginData: module }) => {
      const { wasm } = (await import(module)) as { wasm: string } // Prisma's, as its generated client reads it
      return { loader: 'file', contents: Buffer.from(wasm, 'base64') }
    })
    onLoad({ filter: /\.wasm-base64\.mjs$/, namespace: 'file' }, () => ({
      contents: `
        import { readFileSync } from 'node:fs'
        import file from 'query-compiler.wasm'
        export const wasm = { valueOf: () => readFileSync(new URL(file, import.meta.url)) }`,
    }))
  },
}

/**
 * Takes graphql's ES modules for everybody, so that there is one of it. Node takes its CommonJS, whose exports a bundle
 * reads through two getters at every call.
 */
const graphqlModules: Plugin = {
  name: 'graphql-modules',
  setup({ onResolve }) {
    const { resolve } = createRequire(import.meta.url)
    onResolve({ filter: /^graphql(\/|$)/ }, ({ path }) => ({ path: resolve(path).replace(/\.js$/, '.mjs') }))
  },
}

/** The documentation is rendered by the build; what renders it is not needed any more. */
const builtSite: Plugin = {
  name: 'built-site',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]web[\\/]docs[\\/]load-site\.ts$/ }, () => ({
      contents: `export { loadSite } from './built-site.ts'`,
      loader: 'ts',
    }))
  },
}
