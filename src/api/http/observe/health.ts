import type { FastifyInstance } from 'fastify'
import { sendRefusal } from '../refusal.ts'

/** `/healthz`: the process is alive. `/readyz`: it can take traffic; its `warnings` are for people. */
export function serveHealth(
  app: FastifyInstance,
  isReady: () => Promise<boolean>,
  warnings: () => Promise<string[]>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (await isReady()) {
      // When the check for warnings fails, the service may still be ready.
      const found = await warnings().catch(() => [])
      return { status: 'ready', ...(found.length > 0 && { warnings: found }) }
    }
    return sendRefusal(reply, { status: 503, code: 'UNAVAILABLE', message: 'Not ready', retryAfter: 1 })
  })
}
