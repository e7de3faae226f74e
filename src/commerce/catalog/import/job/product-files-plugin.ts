import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkScope, KeyScope } from '../../../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../../../api/context.ts'
import { answerOtherMethods } from '../../../../api/http/method-not-allowed.ts'
import { perRequest } from '../../../../api/http/per-request.ts'
import { Problem } from '../../../../platform/problem.ts'
import type { ImportOptions } from '../import-plugin.ts'
import { PART_BYTES, readParts } from './import-parts.ts'
import { getProductImport, storePart } from './product-imports.ts'

type OfImport = { Params: { id: string; number: string } }

/** Takes product files in parts, and gives the rows that an import leaves out. */
export async function productFilesPlugin(
  app: FastifyInstance,
  { folder, room, contextOf }: ImportOptions,
): Promise<void> {
  const contexts = perRequest<OwnerContext>()
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const context = await contextOf(request, reply)
    checkScope(context.caller, [KeyScope.CATALOGUE])
    contexts.set(request, context)
    return context
  }
  const part = `${folder}/products/:id/parts/:number`
  const refused = `${folder}/products/:id/refused.csv`
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: PART_BYTES }, (_, body, done) =>
    done(null, body),
  )

  app.put<OfImport>(part, {
    bodyLimit: PART_BYTES,
    async onRequest(request, reply) {
      const { store } = await admit(request, reply)
      const release = await room.arrivals.acquire(store.id)
      // Already disconnected, so `close` would not be emitted again.
      if (reply.raw.destroyed) release()
      else reply.raw.once('finish', release).once('close', release)
    },
    async handler(request, reply) {
      const { body, params } = request
      if (!Buffer.isBuffer(body)) {
        throw new Problem('BAD_USER_INPUT', 'Send the part as the body, with Content-Type: application/octet-stream.')
      }
      const number = /^\d{1,4}$/.test(params.number) ? Number(params.number) : Number.POSITIVE_INFINITY
      await storePart(contexts.get(request), params.id, number, body)
      return reply.code(204).header('Cache-Control', 'no-store').send()
    },
  })

  app.get<OfImport>(refused, {
    exposeHeadRoute: false,
    config: { endless: true },
    onRequest: async (request, reply) => void (await admit(request, reply)),
    async handler(request, reply) {
      const { services, store } = contexts.get(request)
      const { prisma } = services.db
      const found = await getProductImport(prisma, store.id, request.params.id)
      const name = `${found.fileName.replace(/\.csv$/i, '')}-refused.csv`
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
        .header('Cache-Control', 'no-store')
        .send(Readable.from(readParts(prisma, found, 'REFUSED'), { highWaterMark: 1 }))
    },
  })
  answerOtherMethods(app, [part, refused])
}
