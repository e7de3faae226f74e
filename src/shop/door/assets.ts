import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { answerOtherMethods } from '../../http/method-not-allowed.ts'
import { packageRoot } from '../../platform/package.ts'
import { DAY_SECONDS } from '../../platform/time.ts'
import { type ContentCoding, codingFor } from '../../response-cache/content-coding.ts'

/** No store can have this name: subdomains are below `/shop/`. */
export const ASSETS_PATH = '/shop-assets'

export const ICON_PATH = `${ASSETS_PATH}/icon.svg`

/** A bag, in a colour that is seen on light and dark tabs. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#a2552a" d="M5 11h22l2 18H3z"/><path fill="none" stroke="#a2552a" stroke-width="3" d="M10 14V8a6 6 0 0 1 12 0v6"/></svg>'

/** Made by `scripts/shop-assets.ts`; names carry a hash of what is in the file. */
export interface ShopAssets {
  style: string
  script: string
  files: ReadonlyMap<string, AssetFile>
}

interface AssetFile {
  type: string
  bodies: Record<ContentCoding, Buffer>
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/speculationrules+json',
}

const YEAR_SECONDS = 31_536_000

/** Beside the bundle; run from its sources, the service takes those of the last build. */
function folderOfAssets(): string {
  const beside = join(import.meta.dirname, 'shop')
  return existsSync(join(beside, 'manifest.json')) ? beside : join(packageRoot, 'dist', 'shop')
}

/** Reads them at the first page, once. @throws Error when the service was not built */
export function readAssetsOnce(folder: string = folderOfAssets()): () => ShopAssets {
  let assets: ShopAssets | undefined
  return () => {
    assets ??= readAssets(folder)
    return assets
  }
}

function readAssets(folder: string): ShopAssets {
  const manifest = join(folder, 'manifest.json')
  if (!existsSync(manifest)) throw new Error(`The shop has no assets in ${folder}: run "npm run build"`)
  // Our own build has written it.
  const { style, script } = JSON.parse(readFileSync(manifest, 'utf8')) as Pick<ShopAssets, 'style' | 'script'>
  const read = (name: string) => readFileSync(join(folder, name))
  const names = readdirSync(folder).filter((name) => extname(name) in types && name !== 'manifest.json')
  const files = names.map((name): [string, AssetFile] => [
    name,
    {
      type: types[extname(name)] ?? '',
      bodies: { identity: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) },
    },
  ])
  return { style, script, files: new Map(files) }
}

export function serveAssets(app: FastifyInstance, assets: () => ShopAssets): void {
  app.get(ICON_PATH, async (_request, reply) =>
    reply.header('Cache-Control', `public, max-age=${DAY_SECONDS}`).type('image/svg+xml; charset=utf-8').send(ICON),
  )
  const url = `${ASSETS_PATH}/:name`
  app.get<{ Params: { name: string } }>(url, async ({ params, headers }, reply) => {
    const file = assets().files.get(params.name)
    if (!file) return reply.callNotFound()
    const coding = codingFor(headers['accept-encoding'])
    if (coding !== 'identity') reply.header('Content-Encoding', coding)
    return reply
      .header('Vary', 'Accept-Encoding')
      .header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .type(file.type)
      .send(file.bodies[coding])
  })
  answerOtherMethods(app, [ICON_PATH, url])
}
