import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Histogram } from 'prom-client'
import type { Logger } from '../../../platform/logger.ts'
import type { TraceIds } from '../../../platform/tracing/tracing.ts'
import { answerTime } from '../event-stream.ts'
import type { RequestTraces } from './trace-requests.ts'

export interface AnsweredRequest extends Partial<TraceIds> {
  requestId: string
  method: string
  /** Null when no route has the path. */
  route: string | null
  store: string | null
  status: number
  /** To the end of the answer; to its begin for a stream of events. */
  ms: number
}

const probes = new Set<string | null>(['/healthz', '/readyz', '/metrics'])

interface LogOptions {
  logger: Logger
  storeNameOf: (request: FastifyRequest) => string | null
  traces: RequestTraces | null
  duration: Histogram | null
}

/** Logs and measures each answered request. @returns the same for requests that the framework does not see */
export function logRequests(app: FastifyInstance, { logger, storeNameOf, traces, duration }: LogOptions) {
  function note(answered: AnsweredRequest, ms = answered.ms): void {
    const { method, route, status } = answered
    // Probes arrive every few seconds.
    if (probes.has(route)) logger.debug(answered, 'request')
    else logger.info(answered, 'request')
    duration?.observe({ method, route: route ?? 'none', status }, ms / 1000)
  }

  app.addHook('onResponse', (request, reply, done) => {
    const ms = answerTime(reply)
    const answered = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      store: storeNameOf(request),
      status: reply.statusCode,
      ms: Math.round(ms),
      ...traces?.spanOf(request)?.ids,
    }
    note(answered, ms)
    done()
  })
  return (answered: AnsweredRequest, request: IncomingMessage): void => {
    if (traces) traces.answered(request, answered, () => note(answered))
    else note(answered)
  }
}

const wellFormed = /^[\w.:/+=-]{1,128}$/

/** The caller's `X-Request-Id` when it is safe to log. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}
