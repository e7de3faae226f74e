import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { count } from '../../api/admission/admission.ts'
import type { Context } from '../../api/context.ts'
import { answerOtherMethods } from '../../api/http/method-not-allowed.ts'
import { setLimitHeaders } from '../../api/http/response-headers.ts'
import { isUnchanged } from '../../api/response-cache/write.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import { SHARED_SIDE, type Variant, WIDTHS } from './media-files.ts'
import { uploadedPicture } from './uploaded-pictures.sql.ts'

const PATH = '/media/:subdomain/:id'

export interface MediaOptions {
  contextOf: (request: FastifyRequest) => Promise<Context>
}

/** Pictures never change, so browsers and CDNs may cache them for good. */
export async function mediaPlugin(app: FastifyInstance, { contextOf }: MediaOptions): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: { w?: unknown; format?: unknown } }>(PATH, async (request, reply) => {
    const context = await contextOf(request)
    await admit(context, reply)
    const variant = variantOf(request.query, request.headers.accept)
    const { id } = request.params
    const { foundStore: store, services } = context
    // Resized files of a deleted picture may still be on this machine.
    const picture = store && isUuid(id) ? await uploadedPicture(context, id) : null
    if (!store || !picture) throw notFound()
    const etag = `"${id}-${variant.width ?? 'full'}.${variant.format}"`
    if (isUnchanged(request.headers['if-none-match'], etag)) return cachedForGood(reply, etag).status(304).send()
    const bytes = await services.media.find(store.id, id, variant)
    if (!bytes) throw notFound()
    return cachedForGood(reply, etag).type(`image/${variant.format}`).send(bytes)
  })
  answerOtherMethods(app, [PATH])
}

const cachedForGood = (reply: FastifyReply, etag: string): FastifyReply =>
  reply
    .header('Vary', 'Accept')
    .header('ETag', etag)
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    // Lets pages of other hosts draw the pictures on a canvas.
    .header('Access-Control-Allow-Origin', '*')

const notFound = () => new Problem('NOT_FOUND', 'Picture not found')

const admit = (context: Context, reply: FastifyReply): Promise<void> =>
  count(context, context.foundStore ? 'media' : 'read').finally(() => setLimitHeaders(reply, context))

/** @throws Problem BAD_USER_INPUT for an unknown width or format */
function variantOf({ w: asked, format }: { w?: unknown; format?: unknown }, accept: string | undefined): Variant {
  if (format !== undefined) {
    if (format !== 'jpeg') throw new Problem('BAD_USER_INPUT', 'format must be jpeg', { field: 'format' })
    if (asked !== undefined) throw new Problem('BAD_USER_INPUT', 'Ask for w or format, not both', { field: 'w' })
    return { width: SHARED_SIDE, format }
  }
  if (asked === undefined) return { width: null, format: 'webp' }
  const width = WIDTHS.find((known) => String(known) === asked)
  if (!width) throw new Problem('BAD_USER_INPUT', `w must be one of ${WIDTHS.join(', ')}`, { field: 'w' })
  return { width, format: acceptsAvif(accept ?? '') ? 'avif' : 'webp' }
}

/** Many clients that accept everything cannot show AVIF. */
const acceptsAvif = (accept: string): boolean => /image\/avif(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept)
