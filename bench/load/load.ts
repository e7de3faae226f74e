export interface HttpRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What clients do: each sends the next request as soon as it has its answer. */
export interface Load {
  url: string
  /** Sent in turn. */
  requests: HttpRequest[]
  connections: number
  /** A whole number. */
  seconds: number
}

export interface Loaded {
  /** Answers. */
  count: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers above 399, broken connections and time-outs. */
  failed: number
}
