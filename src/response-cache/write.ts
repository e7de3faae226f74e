import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerBody, AnswerHead } from './cache.ts'

/**
 * Browsers and CDNs may repeat the answer for a second, then they ask whether it still holds. A change is therefore
 * seen everywhere within two.
 */
const CACHE_CONTROL = 'public, max-age=1'

const sent = new WeakMap<FastifyReply, { type: string; body: AnswerBody }>()

/** Sends an answer that all visitors of a store get alike, or 304 to those who have it. */
export function sendShared(
  reply: FastifyReply,
  request: FastifyRequest,
  type: string,
  body: AnswerBody,
  vary: readonly string[] = [],
): FastifyReply {
  const { coding, etag, bytes } = body
  sent.set(reply, { type, body })
  reply.header('Vary', ['Accept-Encoding', ...vary].join(', '))
  if (request.method === 'POST') reply.header('Cache-Control', 'no-store')
  else {
    reply.header('ETag', etag).header('Cache-Control', CACHE_CONTROL)
    if (isUnchanged(request.headers['if-none-match'], etag)) return reply.status(304).send()
  }
  if (coding !== 'identity') reply.header('Content-Encoding', coding)
  return reply.type(type).send(bytes)
}

/** Whether the client's `If-None-Match` names the tag. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((tag) => {
    const name = tag.trim().replace(/^W\//, '')
    return name === etag || name === '*'
  })
}

const ownHeaders = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy', 'retry-after'])
const contentHeaders = new Set(['content-type', 'content-encoding', 'content-length'])
/** What a 304 says beside what the client has kept. */
const headersOf304 = /^(etag|cache-control|vary|access-control-.*)$/

/** Completes the headers of each shared answer that is about to be sent, and remembers them for those who get it again. */
export function completeHeads(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    completeHead(reply)
    done(null, payload)
  })
}

function completeHead(reply: FastifyReply): void {
  const { type, body } = sent.get(reply) ?? {}
  if (!type || !body) return
  body.head ??= headOf(reply, type, body)
  if (reply.statusCode !== 304) return
  for (const name of Object.keys(reply.getHeaders())) {
    if (!headersOf304.test(name) && !ownHeaders.has(name)) reply.removeHeader(name)
  }
}

function headOf(reply: FastifyReply, type: string, { bytes, coding }: AnswerBody): AnswerHead {
  const full = ['content-type', type, 'content-length', String(bytes.length)]
  if (coding !== 'identity') full.push('content-encoding', coding)
  const unchanged: string[] = []
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (ownHeaders.has(name) || contentHeaders.has(name)) continue
    full.push(name, String(value))
    if (headersOf304.test(name)) unchanged.push(name, String(value))
  }
  return { route: reply.request.routeOptions.url ?? '', full, unchanged }
}
