import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerContext } from '../gateway/context.ts'
import { answerOtherMethods } from '../http/method-not-allowed.ts'
import { createFairTurns } from '../platform/fair-turns.ts'
import { Problem } from '../platform/problem.ts'
import { picturePath } from './picture-links.ts'
import { uploadPicture } from './upload-picture.ts'

const PATH = '/api/sites/:subdomain/owner/media'
const MAX_BYTES = 10 * 1024 * 1024
/** Uploads that are held in memory at once. */
const UPLOADS = { places: 4, perKey: 2, longestWaitMs: 30_000 }

const expected = () =>
  new Problem('BAD_USER_INPUT', 'Send the picture as multipart/form-data, in a part named "file" with a file name.')

export interface UploadOptions {
  /** Called before the body is read; an error that it throws is the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

/** Takes the pictures that owners upload. */
export async function uploadPlugin(app: FastifyInstance, { contextOf }: UploadOptions): Promise<void> {
  const contexts = new WeakMap<FastifyRequest, OwnerContext>()
  const turns = createFairTurns(UPLOADS)
  await app.register(multipart, { limits: { fileSize: MAX_BYTES, files: 1, fields: 10, parts: 11 } })

  app.post(PATH, {
    async onRequest(request, reply) {
      contexts.set(request, await contextOf(request, reply))
    },
    async handler(request, reply) {
      const context = contexts.get(request)
      if (!context) throw new Error('An upload ran without its context')
      if (!request.isMultipart()) throw expected()
      const leave = await turns.enter(context.store.id)
      try {
        const picture = await uploadPicture(context, await fileIn(app, request))
        const { id, width, height } = picture
        const url = `${context.baseUrl}${picturePath(context.store.subdomain, id)}`
        return await reply.header('Cache-Control', 'no-store').send({ media: { id, url, width, height } })
      } finally {
        leave()
      }
    },
  })
  answerOtherMethods(app, [PATH])
}

/** @throws Problem BAD_USER_INPUT for a body without the file; the error of @fastify/multipart for one that is too large */
async function fileIn(app: FastifyInstance, request: FastifyRequest): Promise<Buffer> {
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const bytes = await part.toBuffer()
      if (part.fieldname === 'file') return bytes
    }
  } catch (error) {
    if (!(error instanceof app.multipartErrors.RequestFileTooLargeError)) throw expected()
    throw error
  }
  throw expected()
}
