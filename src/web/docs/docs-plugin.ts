import type { FastifyInstance, FastifyReply } from 'fastify'
import { codingFor } from '../../api/http/content-coding.ts'
import { loadSite } from './load-site.ts'
import { atAddress } from './own-address.ts'
import type { Site, SiteFile, SiteOptions } from './site.ts'

const PATHS = ['/docs', '/docs/*']

/** Scripts and styles of this server only, connecting only to it. */
const SECURITY_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ')

/** Needs no database, and counts against no limit: small files that are the same for everybody. @returns the paths */
export function serveDocs(app: FastifyInstance, options: SiteOptions): readonly string[] {
  let loading: Promise<Site> | undefined
  const site = (): Promise<Site> => {
    loading ??= loadSite(options).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  for (const path of PATHS) {
    app.get<{ Params: { '*'?: string } }>(path, async (request, reply) => {
      const name = request.params['*']
      // Links are relative to a path without a slash at its end. So is this one, for proxies that strip a prefix.
      if (name === '') return reply.redirect('../docs', 308)
      const file = (await site()).get(name ?? '')
      return file ? send(reply, atAddress(file, app.baseUrlOf(request.headers))) : reply.callNotFound()
    })
  }
  return PATHS
}

async function send(reply: FastifyReply, file: SiteFile): Promise<FastifyReply> {
  const { headers } = reply.request
  const coding = codingFor(headers['accept-encoding'])
  const etag = `"${file.etag}${coding === 'identity' ? '' : `-${coding}`}"`
  reply
    .header('ETag', etag)
    .header('Vary', 'Accept-Encoding')
    .header('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (headers['if-none-match'] === etag) return reply.status(304).send()
  if (file.type.startsWith('text/html')) reply.header('Content-Security-Policy', SECURITY_POLICY)
  if (coding !== 'identity') reply.header('Content-Encoding', coding)
  return reply.type(file.type).send(await file.read(coding))
}
