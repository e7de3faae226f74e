import type { FastifyReply } from 'fastify'
import type { Context } from '../gateway/context.ts'
import { rateLimitHeaders } from '../platform/rate-limit.ts'

/** Sets response headers that tell what is left of each limit that the request was counted against. */
export function setLimitHeaders(reply: FastifyReply, { budgets }: Context): void {
  const lists = new Map<string, string[]>()
  for (const [name, budget] of budgets) {
    if (!budget.counted) continue
    for (const [header, value] of Object.entries(rateLimitHeaders(name, budget))) {
      lists.set(header, [...(lists.get(header) ?? []), value])
    }
  }
  for (const [header, values] of lists) {
    reply.header(header, header === 'Retry-After' ? Math.max(...values.map(Number)) : values.join(', '))
  }
}
