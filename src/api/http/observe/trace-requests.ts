import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../../../platform/tracing/tracing.ts'
import type { AnsweredRequest } from './request-log.ts'

export interface RequestTraces {
  spanOf(request: FastifyRequest): Span | undefined
  /** The span of a request that was answered before the framework has seen it. */
  answered(request: IncomingMessage, answered: AnsweredRequest, work: () => void): void
}

/** Everyone's `traceparent` is continued, but only a trusted proxy's decides whether the trace is recorded. */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  isTrusted: (socketAddress: string) => boolean,
): RequestTraces {
  const spans = new WeakMap<FastifyRequest, Span>()
  const begin = ({ method = '', headers, socket }: Pick<IncomingMessage, 'method' | 'headers' | 'socket'>) =>
    tracing.begin(
      method,
      { traceparent: traceparentOf(headers), isTrusted: isTrusted(socket.remoteAddress ?? '') },
      { kind: 'server', attributes: { 'http.request.method': method } },
    )

  app.addHook('onRequest', (request, _reply, done) => {
    const span = begin(request.raw)
    spans.set(request, span)
    span.within(done)
  })
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    const span = spans.get(request)
    if (span) end(span, request.method, request.routeOptions.url ?? null, status)
    done()
  })

  return {
    spanOf: (request) => spans.get(request),
    answered(request, { method, route, status }, work) {
      const span = begin(request)
      span.within(work)
      end(span, method, route, status)
    },
  }
}

/** Named by the route: the path is the client's. */
function end(span: Span, method: string, route: string | null, status: number): void {
  if (route) {
    span.rename(`${method} ${route}`)
    span.set({ 'http.route': route })
  }
  span.set({ 'http.response.status_code': status })
  span.end(status >= 500 ? String(status) : undefined)
}

const traceparentOf = ({ traceparent }: IncomingHttpHeaders): string | undefined =>
  typeof traceparent === 'string' ? traceparent : undefined
