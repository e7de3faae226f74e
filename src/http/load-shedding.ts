import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './refusal.ts'

/** How late the event loop may be. Those whom it has not refused by then would wait longer than they do. */
const MAX_DELAY_MS = 2_000
const SAMPLE_EVERY_MS = 500
/** One late sample may be one long piece of work, which is over by the time it is known. */
const LATE_SAMPLES = 2

/** Whether the process is late for good, judged by how late it was at each of the last samples. */
export function createLateness(maxDelayMs: number) {
  let lateInARow = 0
  return {
    sample(delayMs: number): void {
      lateInARow = delayMs > maxDelayMs ? lateInARow + 1 : 0
    },
    isLate: (): boolean => lateInARow >= LATE_SAMPLES,
  }
}

/**
 * Refuses requests while the process cannot keep up, so that it comes round instead of answering everyone too late. It
 * is judged from when it listens: how long the start took concerns nobody who asks.
 */
export function shedLoad(app: FastifyInstance, { maxDelayMs = MAX_DELAY_MS, sampleEveryMs = SAMPLE_EVERY_MS } = {}) {
  const lateness = createLateness(maxDelayMs)
  let timer: NodeJS.Timeout | undefined

  app.addHook('onListen', async () => {
    let due = performance.now() + sampleEveryMs
    timer = setInterval(() => {
      lateness.sample(performance.now() - due)
      due = performance.now() + sampleEveryMs
    }, sampleEveryMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))

  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    // A process that is late is alive; who restarts it makes it later.
    if (!lateness.isLate() || routeOptions.url === '/healthz') return
    const message = 'The service is busy. Please try again.'
    return sendRefusal(reply, { status: 503, code: 'UNAVAILABLE', message, retryAfter: 1 })
  })
}
