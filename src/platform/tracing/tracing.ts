/** Nothing that a client sent, and no secret. */
export type Attributes = Readonly<Record<string, string | number>>

export interface TraceIds {
  trace_id: string
  span_id: string
}

export interface Span {
  ids: TraceIds
  rename(name: string): void
  set(attributes: Attributes): void
  within<Result>(work: () => Result): Result
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** @param error a name for what failed; a message may quote what a client sent */
  end(error?: string): void
}

export interface SpanOptions {
  kind?: 'internal' | 'client' | 'server' | 'consumer'
  attributes?: Attributes
}

export interface Origin {
  /** W3C Trace Context; anything else counts as absent. */
  traceparent: string | undefined
  /** Whether it also decides if the trace is recorded. */
  isTrusted: boolean
}

/** Null where traces are sent nowhere, and then nothing of OpenTelemetry is loaded. */
export interface Tracing {
  /** Continues the origin's trace, or begins one without a `traceparent`. */
  begin(name: string, origin: Origin, options?: SpanOptions): Span
  /** In a child of the current span; where there is none, without one. */
  inChild<Result>(name: string, options: SpanOptions, work: (span: Span | null) => Promise<Result>): Promise<Result>
  /** Null outside all spans. */
  current(): TraceIds | null
  /** For work that is done later; null outside all spans. */
  traceparent(): string | null
  /** Sends the rest, within two seconds. */
  close(): Promise<void>
}
