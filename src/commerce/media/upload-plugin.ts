import { addAbortSignal } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkScope, KeyScope } from '../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../api/context.ts'
import { answerOtherMethods } from '../../api/http/method-not-allowed.ts'
import { perRequest } from '../../api/http/per-request.ts'
import type { Picture } from '../../generated/prisma/client.ts'
import { acquireUntil, type BodyRoom, createBodyRoom } from '../../platform/limits/body-room.ts'
import type { Allocation } from '../../platform/limits/memory-quota.ts'
import { Problem } from '../../platform/problem.ts'
import type { PictureAnswer } from '../../shared/answers.ts'
import { picturePath } from '../stores/uploaded-addresses.ts'
import { MAX_PICTURE_BYTES } from './fetch-picture.ts'
import { uploadPicture } from './upload-picture.ts'

/** Text fields, which nobody reads. */
const MAX_FIELD_BYTES = 1_000
const ROOM = {
  arrivals: { perKey: 4, longestWaitMs: 30_000 },
  work: { permits: 4, perKey: 2, longestWaitMs: 30_000 },
  maxBytes: 96 * 1024 * 1024,
}

const expected = () =>
  new Problem('BAD_USER_INPUT', 'Send the picture as multipart/form-data, in a part named "file" with a file name.')

export interface UploadOptions {
  path: string
  /** One for all paths. */
  room: BodyRoom
  /** Called before the body is read; its errors are the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

export const createUploadRoom = (maxBytes = ROOM.maxBytes): BodyRoom => createBodyRoom({ ...ROOM, maxBytes })

export async function uploadPlugin(app: FastifyInstance, { path, room, contextOf }: UploadOptions): Promise<void> {
  const contexts = perRequest<OwnerContext>()
  const { arrivals, work, memory } = room
  const limits = { fileSize: MAX_PICTURE_BYTES, files: 1, fields: 10, fieldSize: MAX_FIELD_BYTES, parts: 11 }
  await app.register(multipart, { limits })

  /** Before it acquires a permit, which a slow client would hold. */
  async function received(request: FastifyRequest, context: OwnerContext): Promise<Picture> {
    const { id } = context.store
    const release = await arrivals.acquire(id)
    const allocation = memory.open(id)
    try {
      const bytes = await fileIn(app, request, allocation)
      const releaseWork = await acquireUntil(work, id, allocation.signal)
      try {
        return await uploadPicture(context, bytes)
      } finally {
        releaseWork()
      }
    } finally {
      allocation.close()
      release()
    }
  }

  app.post(path, {
    async onRequest(request, reply) {
      const context = await contextOf(request, reply)
      checkScope(context.caller, [KeyScope.CATALOGUE])
      contexts.set(request, context)
    },
    async handler(request, reply) {
      const context = contexts.get(request)
      if (!request.isMultipart()) throw expected()
      const { id, width, height } = await received(request, context)
      const url = `${context.baseUrl}${picturePath(context.store.subdomain, id)}`
      const answer: PictureAnswer = { media: { id, url, width, height } }
      return reply.header('Cache-Control', 'no-store').send(answer)
    },
  })
  answerOtherMethods(app, [path])
}

/**
 * @throws Problem BAD_USER_INPUT for a body without the file, UNAVAILABLE when the allocation was aborted; the error of
 * @fastify/multipart for a file that is too large
 */
async function fileIn(app: FastifyInstance, request: FastifyRequest, allocation: Allocation): Promise<Buffer> {
  // The client has gone; the parser would wait for ever.
  if (request.raw.destroyed) throw expected()
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (part.fieldname === 'file') return await bytesOf(app, part, allocation)
      part.file.resume()
    }
  } catch (error) {
    allocation.signal.throwIfAborted()
    if (!(error instanceof app.multipartErrors.RequestFileTooLargeError)) throw expected()
    throw error
  }
  throw expected()
}

async function bytesOf(app: FastifyInstance, { file }: MultipartFile, allocation: Allocation): Promise<Buffer> {
  addAbortSignal(allocation.signal, file)
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    allocation.add(chunk.length)
    chunks.push(chunk)
  }
  if (file.truncated) throw new app.multipartErrors.RequestFileTooLargeError()
  return Buffer.concat(chunks)
}
