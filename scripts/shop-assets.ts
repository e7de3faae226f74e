import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const STYLE = 'src/shop/style/shop.css'
const SCRIPT = 'src/shop/islands/main.ts'

/** Stylesheet and scripts of the shop, each named by its content and compressed as far as it goes. */
export async function buildShopAssets(outdir: string): Promise<void> {
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  const { outputFiles, metafile } = await build({
    entryPoints: [STYLE, SCRIPT],
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
  const manifest = { style: named.get(STYLE), script: named.get(SCRIPT) }
  await writeFile(join(outdir, 'manifest.json'), JSON.stringify(manifest))
}
