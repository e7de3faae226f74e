import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Histogram } from 'prom-client'
import type { Logger } from '../../platform/logger.ts'
import type { TraceIds } from '../../platform/tracing/tracing.ts'
import { answerTime } from '../event-stream.ts'
import type { RequestTraces } from './trace-requests.ts'

/** A request and how it was answered, as its line in the log has it. */
export interface AnsweredRequest extends Partial<TraceIds> {
  requestId: string
  method: string
  /** The path's pattern; null when no route has it. */
  route: string | null
  store: string | null
  status: number
  /** Milliseconds from the request to the end of its answer; to its begin where it is a stream of events. */
  ms: number
}

const probes = new Set<string | null>(['/healthz', '/readyz', '/metrics'])

interface LogOptions {
  logger: Logger
  storeNameOf: (request: FastifyRequest) => string | null
  traces: RequestTraces | null
  /** Null when nothing is measured. */
  duration: Histogram | null
}

/**
 * Logs one line for each request and measures it, once it is answered.
 * @returns what does the same for a request that the framework does not see
 */
export function logRequests(app: FastifyInstance, { logger, storeNameOf, traces, duration }: LogOptions) {
  function note(answered: AnsweredRequest, ms = answered.ms): void {
    const { method, route, status } = answered
    // Probes arrive every few seconds, so they are logged at debug level.
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

/** The caller's `X-Request-Id` when it is safe to log, otherwise a new id. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
}
