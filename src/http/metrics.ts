import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { gatherMetrics } from '../platform/cluster.ts'
import { version } from '../platform/version.ts'

/** `/metrics` in Prometheus' text format: the process, and the requests it has answered. With workers, all of them. */
export function serveMetrics(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'storefront_build_info',
    help: 'Always 1: which version of the service runs, on which Node.',
    labelNames: ['version', 'node'],
    // Workers are of one build, and not as many builds as there are workers.
    aggregator: 'max',
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // The route and not the path: a label must not have as many values as there are products.
    duration.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  const metrics = gatherMetrics(registry)
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await metrics()))
}
