import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'

const isGraphQL = /\/graphql(\?|$)/
const charsets = /^(utf-?8|us-ascii|ascii)$/i

/** Bodies in other charsets or content codings are refused unread. */
export function refuseUnreadable(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // The type of nothing, which some clients send with every request, refuses nothing. GraphQL needs a body, and says so.
    if (!hasBody(request) && !isGraphQL.test(request.url)) delete request.headers['content-type']
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(hasBody(request) && !isReadable(request) ? new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE() : null)
  })
}

const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0

function isReadable({ headers }: FastifyRequest): boolean {
  const coding = headers['content-encoding'] ?? 'identity'
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1]
  return /^(identity)?$/i.test(coding) && (charset === undefined || charsets.test(charset))
}

/** How much of a body is still read once its request is answered. */
export interface ReadOn {
  bytes: number
  /** Milliseconds. */
  time: number
}

/** Several times what any path accepts. */
const usual: ReadOn = { bytes: 64 * 1024 * 1024, time: 10_000 }

/** Lets clients who are still sending read their refusal: closing over unread bytes resets the connection. */
export function readOn(app: FastifyInstance, limits: Partial<ReadOn> = {}): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (raw.complete === false && hasBody(request)) {
      const closes = raw.headers.connection?.toLowerCase() === 'close' || reply.raw.getHeader('connection') === 'close'
      // With `close`, Node would close the connection right behind the answer.
      reply.header('Connection', 'keep-alive')
      dropRest(raw, reply.raw, closes || raw.httpVersion === '1.0', { ...usual, ...limits })
    }
    done(null, payload)
  })
}

function dropRest(request: IncomingMessage, response: ServerResponse, closes: boolean, { bytes, time }: ReadOn): void {
  const { socket } = request
  let left = bytes
  const tooLong = setTimeout(() => socket.destroy(), time).unref()
  request.once('close', () => clearTimeout(tooLong))
  request.once('end', () => {
    clearTimeout(tooLong)
    if (!closes) return
    if (response.writableFinished) socket.destroySoon()
    else response.once('finish', () => socket.destroySoon())
  })
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
  request.unpipe()
  request.resume()
}
