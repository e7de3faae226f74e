import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import type { Replica } from '../../../platform/database/replica/replica.ts'
import { gatherMetrics } from '../../../platform/metrics/worker-metrics.ts'
import { builtFrom, version } from '../../../platform/package.ts'
import { measureReplica } from './replica-metrics.ts'

export const createRequestDuration = () =>
  new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer; to its begin where it is a stream of events.',
    // By route: paths would add a value per product.
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  })

/** `/metrics` in Prometheus' text format; with workers, of all workers. @param metrics what else to serve */
export function serveMetrics(app: FastifyInstance, metrics: readonly Metric[], replica: Replica | null): void {
  const registry = new Registry()
  for (const metric of metrics) registry.registerMetric(metric)
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'storefront_build_info',
    help: 'Always 1: which version of the service runs, on which Node.',
    labelNames: ['version', 'commit', 'node'],
    // Their sum would count the build once per worker.
    aggregator: 'max',
    registers: [registry],
  }).set({ version, commit: builtFrom, node: process.versions.node }, 1)

  if (replica) measureReplica(registry, replica)

  const read = gatherMetrics(registry)
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await read()))
}
