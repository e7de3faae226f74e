import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  createContextKey,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { BatchSpanProcessor, type Sampler, SamplingDecision, TracerProvider } from '@opentelemetry/sdk-trace'
import { version } from '../package.ts'
import type { Span, SpanOptions, TraceIds, Tracing } from './tracing.ts'

interface TracingOptions {
  /** Of an OpenTelemetry collector; `/v1/traces` is added. */
  url: string
  /** Share of recorded traces, 0 to 1. */
  ratio: number
  /** Default 5000. */
  sendEveryMs?: number
  /** Called once until spans arrive again. */
  onFailure: (reason: string) => void
}

const SERVICE = 'storefront-gateway'
const CLOSE_WITHIN_MS = 2_000
/** The sender of a `traceparent` does not decide what is recorded. */
const UNTRUSTED = createContextKey('storefront: the parent is a stranger')

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * OpenTelemetry without its global state. Its packages read `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` and
 * `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export function openTracing({ url, ratio, sendEveryMs = 5_000, onFailure }: TracingOptions): Tracing {
  const exporter = reportFailures(new OTLPTraceExporter({ url: `${url}/v1/traces` }), onFailure)
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE, 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: ownSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
  })
  return createTracing(provider.getTracer(SERVICE, version), () => provider.shutdown())
}

/** Our traces go on as they began; a stranger's is sampled by chance, not by its id. */
const ownSampler = (ratio: number): Sampler => ({
  shouldSample(context) {
    const parent = context.getValue(UNTRUSTED) ? undefined : trace.getSpanContext(context)
    const isRecorded = parent ? (parent.traceFlags & 1) === 1 : Math.random() < ratio
    return { decision: isRecorded ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
  },
  toString: () => `own(${ratio})`,
})

function createTracing(tracer: Tracer, shutdown: () => Promise<void>): Tracing {
  const contexts = new AsyncLocalStorage<Context>()

  function start(
    name: string,
    { kind = 'internal', attributes = {} }: SpanOptions,
    parent: Context,
    links: Link[] = [],
  ): Span {
    const started = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, parent)
    const context = trace.setSpan(ROOT_CONTEXT, started)
    const span: Span = {
      ids: idsOf(started.spanContext()),
      rename: (name) => void started.updateName(name),
      set: (attributes) => void started.setAttributes(attributes),
      within: (work) => contexts.run(context, work),
      async run(work) {
        try {
          const result = await span.within(work)
          span.end()
          return result
        } catch (error) {
          span.end(errorName(error))
          throw error
        }
      },
      end(error) {
        if (error !== undefined) started.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error)
        started.end()
      },
    }
    return span
  }

  return {
    begin(name, { traceparent = '', isTrusted }, options = {}) {
      const sent = parseTraceParent(traceparent)
      if (!sent) return start(name, options, ROOT_CONTEXT)
      const parent = trace.setSpanContext(ROOT_CONTEXT, { ...sent, isRemote: true })
      const links = options.kind === 'consumer' ? [{ context: sent }] : []
      return start(name, options, isTrusted ? parent : parent.setValue(UNTRUSTED, true), links)
    },

    inChild(name, options, work) {
      const parent = contexts.getStore()
      if (!parent) return work(null)
      const span = start(name, options, parent)
      return span.run(() => work(span))
    },

    current() {
      const span = spanContextOf(contexts)
      return span && idsOf(span)
    },
    traceparent() {
      const span = spanContextOf(contexts)
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`
    },
    async close() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_WITHIN_MS)
      })
      await Promise.race([shutdown().catch(() => {}), late])
      clearTimeout(timer)
    },
  }
}

function spanContextOf(contexts: AsyncLocalStorage<Context>): SpanContext | null {
  const context = contexts.getStore()
  return (context && trace.getSpanContext(context)) ?? null
}

const idsOf = ({ traceId, spanId }: SpanContext): TraceIds => ({ trace_id: traceId, span_id: spanId })

/** The code, or else the class. Messages may quote values. */
function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : error.name
}

function reportFailures(exporter: SpanExporter, onFailure: (reason: string) => void): SpanExporter {
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
