import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './refusal.ts'

/** Beyond this delay of the event loop, new requests are refused. */
const MAX_DELAY_MS = 2_000
const SAMPLE_EVERY_MS = 500
/** One late sample may come from a long task that is already over. */
const LATE_SAMPLES = 2

export function createLateness(maxDelayMs: number) {
  let lateInARow = 0
  return {
    sample(delayMs: number): void {
      lateInARow = delayMs > maxDelayMs ? lateInARow + 1 : 0
    },
    isLate: (): boolean => lateInARow >= LATE_SAMPLES,
  }
}

/** Refuses requests while the process is overloaded. Delays before it listens affect no request. */
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

  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    // Restarting an overloaded process would make it worse.
    if (!lateness.isLate() || routeOptions.url === '/healthz') return done()
    const message = 'The service is busy. Please try again.'
    sendRefusal(reply, { status: 503, code: 'UNAVAILABLE', message, retryAfter: 1 })
  })
}
