import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from './loopback.ts'

export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  /** Undefined for the first of a trace. */
  parentSpanId: string | undefined
  /** As OTLP numbers them: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  hasFailed: boolean
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  spans: ReceivedSpan[]
  /** Everything that has arrived, as it came. */
  bodies: string[]
  status: number
  close(): Promise<void>
}

const ERROR = 2

/** An OpenTelemetry collector on loopback, which takes OTLP over HTTP as JSON. */
export async function openCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') {
      return response.writeHead(404).end()
    }
    if (collector.status === 200) {
      collector.bodies.push(body)
      collector.spans.push(...spansOf(JSON.parse(body)))
    }
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
  })
  const { url, close } = await listenOnLoopback(server)
  const collector: Collector = {
    url,
    spans: [],
    bodies: [],
    status: 200,
    close,
  }
  return collector
}

/** The spans in the JSON of OTLP, whose parts are checked by what tests expect of them. */
const spansOf = ({ resourceSpans }: any): ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }: any) => scopeSpans)
    .flatMap(({ spans }: any) => spans)
    .map((span: any) => ({
      name: span.name,
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      kind: span.kind,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }: any) => [key, Object.values(value)[0]])),
      links: span.links.map(({ traceId, spanId }: any) => ({ traceId, spanId })),
      hasFailed: span.status.code === ERROR,
    }))
