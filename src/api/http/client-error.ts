import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { requestId } from './observe/request-log.ts'

const statuses: Record<string, { status: number; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Request headers too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'Request took too long to arrive' },
}

/** For requests that Node's parser cannot read; their `Accept` is unknown. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = statuses[error.code ?? ''] ?? { status: 400, message: 'Malformed HTTP request' }
  const body = JSON.stringify({ error: message })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      'Error-Code: BAD_USER_INPUT',
      `X-Request-Id: ${randomUUID()}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** 417 to an `Expect` header other than `100-continue`. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify({ error: 'Expectation failed' })
  response
    .writeHead(417, {
      'Content-Type': 'application/json; charset=utf-8',
      'Error-Code': 'BAD_USER_INPUT',
      'X-Request-Id': requestId(request),
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    })
    .end(body)
}

/**
 * Behind pipelined requests Node would write the go-ahead into another answer. Then none is sent, and Node closes the
 * connection once it has answered.
 */
export function continueRequest(this: Server, request: IncomingMessage, response: ServerResponse): void {
  if (response.socket) response.writeContinue()
  this.emit('request', request, response)
}
