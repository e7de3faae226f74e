import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** Tells why spans do not arrive, once until some have. */
export function reportFailures(exporter: SpanExporter, onFailure: (reason: string) => void): SpanExporter {
  let hasFailed = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { code, error } = result
        if (code !== 0 && !hasFailed) onFailure(error?.message ?? 'the collector has refused them')
        hasFailed = code !== 0
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
