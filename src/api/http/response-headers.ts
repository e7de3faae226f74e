import type { FastifyInstance, FastifyReply } from 'fastify'
import { rateLimitHeaders } from '../../platform/limits/rate-limit.ts'
import type { Context } from '../context.ts'

/** Readable by pages of other origins. */
export const EXPOSED_HEADERS = [
  'X-Request-Id',
  'ETag',
  'Error-Code',
  'Error-Reason',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ')

export const CORS_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED_HEADERS }

/** For data; pages set their own policy. */
export const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** For what one visitor is shown by their cookie: pages of other sites, also of other shops of this service, do not load it. */
export const PERSONAL_HEADERS = { ...SECURITY_HEADERS, 'Cross-Origin-Resource-Policy': 'same-origin' }

export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // With 304, the client has them already.
    if (reply.statusCode !== 304) {
      for (const [name, value] of Object.entries(SECURITY_HEADERS))
        if (!reply.hasHeader(name)) reply.header(name, value)
    }
    done(null, payload)
  })
}

export function setLimitHeaders(reply: FastifyReply, { budgets }: Context): void {
  reply.headers(rateLimitHeaders(budgets))
}
