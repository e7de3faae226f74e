import type { FastifyInstance } from 'fastify'
import { sendRefusal } from './refusal.ts'

/**
 * Highest accepted delay of the event loop. Beyond it, new requests are refused, so that those already accepted are
 * answered sooner.
 */
const MAX_DELAY_MS = 2_000
const SAMPLE_EVERY_MS = 500
/** A single late sample may come from one long task that is already over, so two in a row are needed. */
const LATE_SAMPLES = 2

/** Decides whether the process is overloaded, from the delay of the event loop in the last samples. */
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
 * Refuses requests while the process is overloaded, so that it can recover instead of answering everyone too late.
 * Measuring begins when the server listens, because delays during the start affect no request.
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

  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    // An overloaded process is still alive, and restarting it would make the overload worse.
    if (!lateness.isLate() || routeOptions.url === '/healthz') return done()
    const message = 'The service is busy. Please try again.'
    sendRefusal(reply, { status: 503, code: 'UNAVAILABLE', message, retryAfter: 1 })
  })
}
