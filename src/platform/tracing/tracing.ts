/** What a span says beside its name and times: nothing that a client sent, and no secret. */
export type Attributes = Readonly<Record<string, string | number>>

/** The names that log lines have for the trace and the span that they belong to. */
export interface TraceIds {
  trace_id: string
  span_id: string
}

/** A step of a trace. */
export interface Span {
  ids: TraceIds
  rename(name: string): void
  set(attributes: Attributes): void
  /** Runs the work as a part of it. */
  within<Result>(work: () => Result): Result
  /** Runs the work as a part of it, and ends it when the work has ended. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** @param error a name for what has failed; a message may quote what a client sent */
  end(error?: string): void
}

export interface SpanOptions {
  kind?: 'internal' | 'client' | 'server' | 'consumer'
  attributes?: Attributes
}

/** Where a trace comes from. */
export interface Origin {
  /** A `traceparent` as in W3C Trace Context; what is none counts as absent. */
  traceparent: string | undefined
  /** Whether it also decides if the trace is recorded. */
  isTrusted: boolean
}

/** Records traces. Where they are sent nowhere, there is none, and nothing of OpenTelemetry is loaded. */
export interface Tracing {
  /** Begins a span that continues the trace of the origin, or one of its own without a `traceparent`. */
  begin(name: string, origin: Origin, options?: SpanOptions): Span
  /** Runs the work in a part of the current span; where there is none, runs it without. */
  inChild<Result>(name: string, options: SpanOptions, work: (span: Span | null) => Promise<Result>): Promise<Result>
  /** The ids of the current span; null outside all spans. */
  current(): TraceIds | null
  /** The current span as a `traceparent`, for work that is done later; null outside all spans. */
  traceparent(): string | null
  /** Sends what has not been sent, within two seconds. */
  close(): Promise<void>
}
