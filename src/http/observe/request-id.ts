import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const wellFormed = /^[\w.:/+=-]{1,128}$/

/** The caller's `X-Request-Id` when it is safe to log, otherwise a new id. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}
