import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyFor, type ResponseBody } from './body.ts'
import type { CachedResponse } from './cache.ts'

/** After a second, browsers and CDNs ask again: a change is seen everywhere within two. */
const CACHE_CONTROL = 'public, max-age=1'

/** Beside the headers that all responses have. */
export interface Message {
  status: 200 | 304
  headers: Readonly<Record<string, string>>
  bytes: Buffer | undefined
  /** Names and values in turn, but for those of one request. Set by whoever sends it first. */
  head?: readonly string[]
}

/** 304 when `If-None-Match` names it. */
export function messageOf(
  { type, vary, deprecation }: CachedResponse,
  body: ResponseBody,
  method: string,
  ifNoneMatch: string | undefined,
): Message {
  const isKnown = method !== 'POST' && isUnchanged(ifNoneMatch, body.etag)
  // A response is for GET with HEAD, or POST, so each message is made once.
  if (isKnown) {
    body.unchanged ??= {
      status: 304,
      headers: { ...cachingHeaders(vary, body, method), ...deprecation },
      bytes: undefined,
    }
    return body.unchanged
  }
  body.full ??= {
    status: 200,
    headers: { ...cachingHeaders(vary, body, method), ...contentHeaders(type, body), ...deprecation },
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

/** The framework adds what all responses have. */
export async function sendPublic(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
  const body = await bodyFor(response, request.headers['accept-encoding'])
  const { status, headers, bytes } = messageOf(response, body, request.method, request.headers['if-none-match'])
  return reply
    .status(status)
    .headers({ ...headers, ...response.headers })
    .send(bytes)
}

export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((tag) => {
    const name = tag.trim().replace(/^W\//, '')
    return name === etag || name === '*'
  })
}
