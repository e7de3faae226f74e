import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'

/** Stylesheet, scripts and speculation rules of the shop. */
export const buildShopAssets = (outdir: string): Promise<void> =>
  buildAssets(outdir, {
    style: 'src/web/shop/style/shop.css',
    script: 'src/web/shop/islands/main.ts',
    speculation: 'src/web/shop/speculation.json',
  })

/** The owner's console. Its libraries are written for React, of which Preact has what they need in a third of the size. */
export const buildConsoleAssets = (outdir: string): Promise<void> =>
  buildAssets(
    outdir,
    { style: 'src/web/console/app/style/console.css', script: 'src/web/console/app/main.tsx' },
    {
      jsx: 'automatic',
      jsxImportSource: 'preact',
      alias: {
        react: 'preact/compat',
        'react-dom': 'preact/compat',
        'react-dom/client': 'preact/compat/client',
        'react/jsx-runtime': 'preact/jsx-runtime',
      },
    },
  )

/** Each file is named by its content and compressed as far as it goes; `manifest.json` has the names of the entries. */
async function buildAssets(
  outdir: string,
  entries: Readonly<Record<string, string>>,
  options: BuildOptions = {},
): Promise<void> {
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: Object.values(entries),
    loader: { '.json': 'copy' },
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  const named = new Map(
    Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [[entryPoint, basename(path)]] : [],
    ),
  )
  await Promise.all(
    outputFiles.flatMap(({ path, contents }) => {
      const file = join(outdir, basename(path))
      const brotli = brotliCompressSync(contents, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
        },
      })
      const gzip = gzipSync(contents, { level: constants.Z_BEST_COMPRESSION })
      return [writeFile(file, contents), writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzip)]
    }),
  )
  const manifest = Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, named.get(entry)]))
  await writeFile(join(outdir, 'manifest.json'), JSON.stringify(manifest))
}
