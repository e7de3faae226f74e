import type { FastifyInstance, FastifyRequest } from 'fastify'

const probes = new Set<string | null>(['/healthz', '/readyz', '/metrics'])

/** Logs one line for each request, once it is answered. */
export function logRequests(app: FastifyInstance, storeNameOf: (request: FastifyRequest) => string | null): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? null
    // Probes arrive every few seconds, so they are logged at debug level.
    request.log[probes.has(route) ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        store: storeNameOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}
