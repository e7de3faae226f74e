import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { clientKey, countAllNow, isBehindPassword } from '../gateway/admission.ts'
import type { Services } from '../gateway/context.ts'
import { rateLimitHeaders } from '../platform/rate-limit.ts'
import { readyBody, type SharedAnswers, sharedKey } from '../response-cache/cache.ts'
import { isUnchanged } from '../response-cache/write.ts'
import { documentKey } from './graphql-answers.ts'
import { requestId } from './request-id.ts'
import type { AnsweredRequest } from './request-log.ts'

export interface FastLaneOptions {
  services: Pick<Services, 'stores' | 'limits'>
  answers: SharedAnswers
  /** The name of the store that a request without one in its path is for. */
  storeNamedIn: (headers: IncomingHttpHeaders) => string | null
  /** The public address of this service, without a trailing slash. */
  baseUrlOf: (headers: IncomingHttpHeaders) => string
  /** The client's address. */
  addressOf: (request: IncomingMessage) => string
  /** Told of each request that was answered here. */
  onAnswer: (answered: AnsweredRequest, request: IncomingMessage) => void
  /** Sees to it that a client who does not read its answer is cut off. */
  watch: (response: ServerResponse) => void
}

const SITES = '/api/sites/'
const GRAPHQL = '/graphql'
/** Other spellings are for the framework to judge. */
const jsonTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'])

/** What a request's path tells. */
interface Target {
  subdomain: string
  isGraphQL: boolean
}

/**
 * Makes the function that answers requests for shared answers before the framework sees them, since its hooks would
 * take longer than the answer. Everything else, also what is refused, goes on to the framework, which makes and keeps
 * the answers.
 */
function createFastLane(options: FastLaneOptions) {
  const { answers, storeNamedIn, baseUrlOf, addressOf, onAnswer, watch } = options
  const { stores, limits } = options.services

  function targetOf({ url = '', headers }: IncomingMessage): Target | null {
    if (url.startsWith(SITES)) {
      const end = url.indexOf('/', SITES.length)
      return end < 0 ? null : { subdomain: url.slice(SITES.length, end), isGraphQL: endsInGraphQL(url, end) }
    }
    const subdomain = endsInGraphQL(url, 0) ? storeNamedIn(headers) : null
    return subdomain === null ? null : { subdomain, isGraphQL: true }
  }

  /** Returns whether it has answered. */
  function answer(request: IncomingMessage, response: ServerResponse, target: Target, document: string): boolean {
    const { method = '', url = '', headers } = request
    const { subdomain, isGraphQL } = target
    const store = stores.peek(subdomain)
    if (!store?.active || isBehindPassword(store)) return false
    const baseUrl = baseUrlOf(headers)
    const kept = answers.find(store, isGraphQL ? documentKey(baseUrl, request, document) : sharedKey(baseUrl, url))
    const body = kept && readyBody(kept, headers['accept-encoding'])
    if (!kept || !body?.head || kept.charges.length === 0) return false
    const budgets = countAllNow(limits, clientKey({ foundStore: store, ip: addressOf(request) }), kept.charges)
    if (!budgets) return false

    const id = requestId(request)
    const isKnown = method !== 'POST' && isUnchanged(headers['if-none-match'], body.etag)
    const status = isKnown ? 304 : 200
    const head = [...(isKnown ? body.head.unchanged : body.head.full), 'X-Request-Id', id]
    const limitHeaders = rateLimitHeaders(budgets)
    for (const name in limitHeaders) head.push(name, limitHeaders[name] ?? '')
    // Answers of one turn of the event loop are written one right after the other: a write wakes its reader, and costs
    // less when the reader is awake already.
    setImmediate(send, response, status, head, isKnown || method === 'HEAD' ? null : body.bytes)
    answers.use.hits += 1
    for (const operation of kept.operations) operation.answered += 1
    onAnswer({ requestId: id, method, route: body.head.route, store: subdomain, status, ms: 0 }, request)
    return true
  }

  function send(response: ServerResponse, status: number, head: string[], bytes: Buffer | null): void {
    if (response.destroyed) return
    response.writeHead(status, head)
    if (bytes) response.end(bytes)
    else response.end()
    // An answer behind others that the client has asked for in one go has no socket yet.
    if (response.socket?.writableLength !== 0) watch(response)
  }

  /** The same for a document that is posted. */
  function answerPosted(request: IncomingMessage, response: ServerResponse, target: Target): boolean {
    const length = Number(request.headers['content-length'])
    // Reading a body that is empty would end it, and the framework would wait for that forever.
    if (!(length > 0) || request.readableLength !== length) return false
    const body: Buffer = request.read()
    if (isUtf8(body) && answer(request, response, target, body.toString())) {
      // Only a request that is read to its end makes room for the next one of its connection.
      request.resume()
      return true
    }
    request.unshift(body)
    return false
  }

  return function answerFast(request: IncomingMessage, response: ServerResponse, passOn: () => void): void {
    const { method, headers } = request
    // A body in pieces would have to be waited for, or the client's address to be found by an owner's key.
    const isOrdinary = !('transfer-encoding' in headers || 'content-encoding' in headers || 'x-store-key' in headers)
    const target = isOrdinary ? targetOf(request) : null
    if (target?.isGraphQL && method === 'POST' && jsonTypes.has(headers['content-type'] ?? '')) {
      // By then the body is there, if it has come along with the headers.
      process.nextTick(() => answerPosted(request, response, target) || passOn())
      return
    }
    const isPlain = (method === 'GET' || method === 'HEAD') && !('content-length' in headers)
    if (!target || !isPlain || !answer(request, response, target, '')) passOn()
  }
}

/** Whether nothing follows but a query string. */
const endsInGraphQL = (url: string, at: number): boolean =>
  url.startsWith(GRAPHQL, at) && (url.length === at + GRAPHQL.length || url[at + GRAPHQL.length] === '?')

/** Gives requests to the fast lane first, and those that it does not answer to the framework. */
export function serveFirst(app: FastifyInstance, options: FastLaneOptions): void {
  const answerFast = createFastLane(options)
  const listeners = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const passOn = () => {
      for (const listener of listeners) listener.call(app.server, request, response)
    }
    answerFast(request, response, passOn)
  })
  // Behind others that the client has asked for in one go, Node would write the go-ahead into the answer. Then there is
  // none, as the client need not wait for it, and Node closes the connection once it has answered.
  app.server.on('checkContinue', (request, response) => {
    if (response.socket) response.writeContinue()
    app.server.emit('request', request, response)
  })
}
