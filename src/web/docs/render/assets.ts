import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../../platform/package.ts'

export interface Asset {
  /** Below `/docs`, with a hash of the content. */
  path: string
  type: string
  body: Buffer
}

export const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 12)

const FOLDER = 'assets'
const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
}

export function assetOf(name: string, body: Buffer): Asset {
  const [stem, extension = ''] = name.split('.')
  return { path: `${FOLDER}/${stem}-${hashOf(body)}.${extension}`, type: types[extension] ?? '', body }
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#17603a"/><path d="M8 12h16l-1.6 12.5H9.600z" fill="#fff"/><path d="M12 14v-3.500a4 4 0 0 1 8 0V14" fill="none" stroke="#fff" stroke-width="2"/></svg>`

/** The script with what it loads later, the stylesheet and the icon. */
export async function renderAssets(): Promise<{ script: string; style: string; icon: string; assets: Asset[] }> {
  const { outputFiles } = await build({
    absWorkingDir: packageRoot,
    entryPoints: ['src/web/docs/browser/docs.ts', 'src/web/docs/browser/docs.css'],
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: ['chrome114', 'firefox125', 'safari17'],
    loader: { '.svg': 'dataurl' },
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  })
  const built = outputFiles.map(({ path, contents }): Asset => {
    const name = basename(path)
    return { path: join(FOLDER, name), type: types[name.split('.').at(-1) ?? ''] ?? '', body: Buffer.from(contents) }
  })
  const icon = assetOf('icon.svg', Buffer.from(ICON))
  const named = (start: string, end: string) =>
    built.find(({ path }) => path.startsWith(`${FOLDER}/${start}-`) && path.endsWith(end))?.path ?? ''
  return { script: named('docs', '.js'), style: named('docs', '.css'), icon: icon.path, assets: [...built, icon] }
}
