import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process is alive. `/readyz`: it should get traffic. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (await isReady()) return { status: 'ready' }
    return reply.status(503).header('Retry-After', 1).send({ error: 'Not ready' })
  })
}
