import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyFor, type ResponseBody } from './body.ts'
import type { CachedResponse } from './cache.ts'

/**
 * Browsers and CDNs may repeat the response for a second, then they ask whether it is still current. A change is
 * therefore seen everywhere within two.
 */
const CACHE_CONTROL = 'public, max-age=1'

/** What a client is sent, beside the headers that all responses have. */
export interface Message {
  status: 200 | 304
  headers: Readonly<Record<string, string>>
  bytes: Buffer | undefined
  /** All headers but those of one request, as names and values in turn. Set by whoever sends it first. */
  head?: readonly string[]
}

/** The response as a client gets it who asks by this method, with this `If-None-Match`: 304 when it has it already. */
export function messageOf(
  { type, vary }: CachedResponse,
  body: ResponseBody,
  method: string,
  ifNoneMatch: string | undefined,
): Message {
  const isKnown = method !== 'POST' && isUnchanged(ifNoneMatch, body.etag)
  // A response is for one method, GET with HEAD or POST, so that each message is made once.
  if (isKnown) {
    body.unchanged ??= { status: 304, headers: cachingHeaders(vary, body, method), bytes: undefined }
    return body.unchanged
  }
  body.full ??= {
    status: 200,
    headers: { ...cachingHeaders(vary, body, method), ...contentHeaders(type, body) },
    bytes: body.bytes,
  }
  return body.full
}

const cachingHeaders = (vary: string, { etag }: ResponseBody, method: string) =>
  method === 'POST'
    ? { Vary: vary, 'Cache-Control': 'no-store' }
    : { Vary: vary, 'Cache-Control': CACHE_CONTROL, ETag: etag }

const contentHeaders = (type: string, { coding, bytes }: ResponseBody) => ({
  'Content-Type': type,
  'Content-Length': String(bytes.length),
  ...(coding !== 'identity' && { 'Content-Encoding': coding }),
})

/** Sends the response through the framework, which adds what all responses have. */
export async function sendPublic(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
  const body = await bodyFor(response, request.headers['accept-encoding'])
  const { status, headers, bytes } = messageOf(response, body, request.method, request.headers['if-none-match'])
  return reply.status(status).headers(headers).send(bytes)
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
