import type { Tracing } from '../tracing/tracing.ts'

/** Where the payload of a job says which span has queued it. */
const ORIGIN = 'traceparent'

/** The payload with the span that queues it, so that the job's trace can be followed to it. */
export function withOrigin(tracing: Tracing | null, payload: object): object {
  const traceparent = tracing?.traceparent()
  return traceparent ? { ...payload, [ORIGIN]: traceparent } : payload
}

type Run = (payload: unknown, signal: AbortSignal) => Promise<unknown>

/** Runs jobs in spans that continue the trace of what has queued them, and link to it. */
export function tracedRun(tracing: Tracing | null, name: string, run: Run): Run {
  return async (queued, signal) => {
    // pg-boss keeps payloads as objects.
    const { [ORIGIN]: traceparent, ...payload } = queued as Record<string, unknown>
    if (!tracing) return run(payload, signal)
    const origin = { traceparent: typeof traceparent === 'string' ? traceparent : undefined, isTrusted: true }
    const span = tracing.begin(`job ${name}`, origin, { kind: 'consumer', attributes: { 'storefront.job': name } })
    return span.run(() => run(payload, signal))
  }
}
