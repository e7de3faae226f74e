import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseBody } from './body.ts'
import { bodyFor } from './body.ts'
import type { CachedResponse } from './cache.ts'

/**
 * Browsers and CDNs may repeat the response for a second, then they ask whether it is still current. A change is
 * therefore seen everywhere within two.
 */
const CACHE_CONTROL = 'public, max-age=1'

/** What a client is sent, beside the headers that all responses have. */
export interface Message {
  status: 200 | 304
  headers: Record<string, string>
  bytes: Buffer | undefined
}

/** The response as a client gets it who asks by this method, with this `If-None-Match`: 304 when it has it already. */
export function messageOf(
  { type, vary }: CachedResponse,
  { coding, etag, bytes }: ResponseBody,
  method: string | undefined,
  ifNoneMatch: string | undefined,
): Message {
  const headers: Record<string, string> = { Vary: vary }
  if (method === 'POST') headers['Cache-Control'] = 'no-store'
  else {
    headers['Cache-Control'] = CACHE_CONTROL
    headers.ETag = etag
    if (isUnchanged(ifNoneMatch, etag)) return { status: 304, headers, bytes: undefined }
  }
  headers['Content-Type'] = type
  headers['Content-Length'] = String(bytes.length)
  if (coding !== 'identity') headers['Content-Encoding'] = coding
  return { status: 200, headers, bytes }
}

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
