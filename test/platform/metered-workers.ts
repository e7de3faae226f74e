import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { Counter, Registry } from 'prom-client'
import { createLogger } from '../../src/platform/logger.ts'
import { gatherMetrics, putMetricsTogether } from '../../src/platform/metrics/worker-metrics.ts'

/**
 * Two workers that listen, each on a port of its own, of which a line of JSON is printed once they do; and one that is
 * not there yet. Every request to a worker counts as seen; `/metrics` tells what all have seen. The arguments are how many
 * milliseconds a worker may take to tell, and the ports.
 */

if (cluster.isPrimary) {
  const [withinMs, ...ports] = process.argv.slice(2)
  putMetricsTogether(createLogger('silent'), Number(withinMs))
  cluster.on('listening', (worker, { port }) => {
    process.stdout.write(`${JSON.stringify({ pid: worker.process.pid, port })}\n`)
  })
  for (const port of [...ports, '']) cluster.fork({ PORT: port })
} else if (process.env.PORT) {
  const registry = new Registry()
  const seen = new Counter({ name: 'seen', help: 'Requests.', registers: [registry] })
  const read = gatherMetrics(registry)
  const server = createServer((request, response) => {
    seen.inc()
    if (request.url !== '/metrics') {
      response.end()
      return
    }
    read().then(
      (metrics) => response.end(metrics),
      (error: Error) => response.writeHead(503).end(error.message),
    )
  })
  server.listen(Number(process.env.PORT), '127.0.0.1')
} else {
  // Alive, and deaf to all questions.
  setInterval(() => {}, 1_000)
}
