import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from '../platform/logger.ts'
import type { TraceIds } from '../platform/tracing/tracing.ts'
import { answerTime } from './event-stream.ts'
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

/** Writes one line for a request. */
export function logRequest(log: Logger, answered: AnsweredRequest): void {
  // Probes arrive every few seconds, so they are logged at debug level.
  if (probes.has(answered.route)) log.debug(answered, 'request')
  else log.info(answered, 'request')
}

/** Logs one line for each request, once it is answered. */
export function logRequests(
  app: FastifyInstance,
  log: Logger,
  storeNameOf: (request: FastifyRequest) => string | null,
  traces: RequestTraces | null,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      store: storeNameOf(request),
      status: reply.statusCode,
      ms: Math.round(answerTime(reply)),
      ...traces?.spanOf(request)?.ids,
    })
    done()
  })
}
