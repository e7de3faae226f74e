import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './refusal.ts'

/** How late the event loop may be. Those whom it has not refused by then would wait longer than they do. */
const MAX_DELAY_MS = 2_000

/** Refuses requests while the process cannot keep up, so that it comes round instead of answering everyone too late. */
export async function shedLoad(app: FastifyInstance, maxDelayMs = MAX_DELAY_MS): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: ({ routeOptions }, reply) => {
      // A process that is late is alive; who restarts it makes it later.
      if (routeOptions.url === '/healthz') return
      const message = 'The service is busy. Please try again.'
      sendRefusal(reply, { status: 503, code: 'UNAVAILABLE', message, retryAfter: 1 })
    },
  })
}
