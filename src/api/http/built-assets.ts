import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { packageRoot } from '../../platform/package.ts'
import { DAY_SECONDS } from '../../platform/time.ts'
import { type ContentCoding, codingFor } from './content-coding.ts'
import { answerOtherMethods } from './method-not-allowed.ts'

/** What the manifest names, by what it is for; names carry a hash of what is in the file. */
export type BuiltAssets<Named extends string> = Readonly<Record<Named, string>> & {
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

const MANIFEST = 'manifest.json'
const YEAR_SECONDS = 31_536_000

/**
 * Reads the files that the build has made for `part`, such as `shop`, at the first call, once.
 * @param folder where they are not beside the bundle
 * @throws Error when the service was not built
 */
export function readAssetsOnce<Named extends string>(
  part: string,
  folder: string = folderOf(part),
): () => BuiltAssets<Named> {
  let assets: BuiltAssets<Named> | undefined
  return () => {
    assets ??= readAssets<Named>(part, folder)
    return assets
  }
}

/** Beside the bundle; run from its sources, the service takes those of the last build. */
function folderOf(part: string): string {
  const beside = join(import.meta.dirname, part)
  return existsSync(join(beside, MANIFEST)) ? beside : join(packageRoot, 'dist', part)
}

function readAssets<Named extends string>(part: string, folder: string): BuiltAssets<Named> {
  const manifest = join(folder, MANIFEST)
  if (!existsSync(manifest)) throw new Error(`The ${part} has no assets in ${folder}: run "npm run build"`)
  // Our own build has written it.
  const named = JSON.parse(readFileSync(manifest, 'utf8')) as Record<Named, string>
  const read = (name: string) => readFileSync(join(folder, name))
  const names = readdirSync(folder).filter((name) => extname(name) in types && name !== MANIFEST)
  const files = names.map((name): [string, AssetFile] => [
    name,
    {
      type: types[extname(name)] ?? '',
      bodies: { identity: read(name), br: read(`${name}.br`), gzip: read(`${name}.gz`) },
    },
  ])
  return { ...named, files: new Map(files) }
}

export const iconPath = (path: string): string => `${path}/icon.svg`

interface ServedAssets {
  /** Of their folder, without a slash at its end. */
  path: string
  /** SVG. */
  icon: string
  assets: () => Pick<BuiltAssets<never>, 'files'>
}

export function serveAssets(app: FastifyInstance, { path, icon, assets }: ServedAssets): void {
  app.get(iconPath(path), async (_request, reply) =>
    reply.header('Cache-Control', `public, max-age=${DAY_SECONDS}`).type('image/svg+xml; charset=utf-8').send(icon),
  )
  const url = `${path}/:name`
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
  answerOtherMethods(app, [iconPath(path), url])
}
