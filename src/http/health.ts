import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process is alive. `/readyz`: it should get traffic; `warnings` beside that are for people. */
export function serveHealth(
  app: FastifyInstance,
  isReady: () => Promise<boolean>,
  warnings: () => Promise<string[]>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (await isReady()) {
      // A question that fails just now says nothing about whether it is ready.
      const found = await warnings().catch(() => [])
      return { status: 'ready', ...(found.length > 0 && { warnings: found }) }
    }
    return reply.status(503).header('Retry-After', 1).send({ error: 'Not ready' })
  })
}
