import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'

/** Some services refuse requests without one. */
export const USER_AGENT = 'storefront-gateway'

export interface ExchangeRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | null
  signal: AbortSignal
  /** More is refused. */
  maxAnswerBytes: number
}

export interface ExchangeAnswer {
  status: number
  text: string
}

/**
 * `unsent`: nothing was received. `lost`: the other side may have acted. `stale`: as `lost`, on a connection of earlier
 * requests, before a byte of the answer. `endless`: the answer is too long.
 */
type ExchangeStage = 'unsent' | 'stale' | 'lost' | 'endless'

export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure'
  readonly stage: ExchangeStage
  /** Such as `ECONNRESET`. */
  readonly code: string | undefined
  /** Of the answer that is too long. */
  readonly status: number | undefined

  constructor(stage: ExchangeStage, { cause, status }: { cause?: unknown; status?: number | undefined }) {
    super(stage === 'endless' ? 'The answer is too long' : 'The connection failed', { cause })
    this.stage = stage
    this.status = status
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  }
}

/**
 * An HTTP request, without redirects. Idle connections are kept. Services close them, too, which this side may learn
 * only after it has sent the next request: then it is sent once more, on a new connection. As the first may have been
 * carried out before the connection broke, requests must do no harm twice.
 * @throws ExchangeFailure; the signal's reason
 */
export async function exchange(url: string, request: ExchangeRequest): Promise<ExchangeAnswer> {
  try {
    return await send(url, request, true)
  } catch (error) {
    if (!(error instanceof ExchangeFailure && error.stage === 'stale')) throw error
    return await send(url, request, false)
  }
}

function send(url: string, request: ExchangeRequest, keepsConnection: boolean): Promise<ExchangeAnswer> {
  const { method, headers, body, signal, maxAnswerBytes } = request
  const { request: open } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    let isAnswered = false
    let socket: { it: Socket; bytesBefore: number } | undefined
    const fail = (error: unknown) => {
      if (signal.aborted) return reject(signal.reason)
      const hasBytes = isAnswered || (socket !== undefined && socket.it.bytesRead > socket.bytesBefore)
      const stage = neverConnected(error) ? 'unsent' : asked.reusedSocket && !hasBytes ? 'stale' : 'lost'
      reject(error instanceof ExchangeFailure ? error : new ExchangeFailure(stage, { cause: error }))
    }
    const options = { method, headers, signal, ...(!keepsConnection && { agent: false as const }) }
    const asked = open(url, options, (answer) => {
      isAnswered = true
      const status = answer.statusCode ?? 0
      const chunks: Buffer[] = []
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > maxAnswerBytes) answer.destroy(new ExchangeFailure('endless', { status }))
      })
      answer.on('error', fail)
      answer.on('end', () => resolve({ status, text: Buffer.concat(chunks).toString('utf8') }))
    })
    asked.on('socket', (it) => {
      socket = { it, bytesBefore: it.bytesRead }
    })
    asked.on('error', fail)
    asked.end(body ?? undefined)
  })
}

/** Look-up and connection fail before a byte is sent; after other errors the other side may have the whole request. */
function neverConnected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(neverConnected)
  if (!(error instanceof Error)) return false
  // Errors of Node have these fields.
  const { syscall }: NodeJS.ErrnoException = error
  return syscall === 'getaddrinfo' || syscall === 'connect'
}
