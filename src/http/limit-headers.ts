import type { FastifyReply } from 'fastify'
import type { Context } from '../graphql/context.ts'
import { rateLimitHeaders } from '../platform/limits/rate-limit.ts'

/** Sets response headers that tell what is left of each limit that the request was counted against. */
export function setLimitHeaders(reply: FastifyReply, { budgets }: Context): void {
  reply.headers(rateLimitHeaders(budgets))
}
