import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { clientKey } from '../gateway/admission.ts'
import type { Services } from '../gateway/context.ts'
import { rateLimitHeaders } from '../platform/rate-limit.ts'
import { requestId } from './request-id.ts'
import type { AnsweredRequest } from './request-log.ts'
import { isUnchanged } from './send-shared.ts'
import { readyBody, type SharedAnswers } from './shared-answers.ts'

export interface FastLaneOptions {
  services: Pick<Services, 'stores' | 'limits'>
  answers: SharedAnswers
  /** The key under which the answer to a GET request is kept. */
  keyOf: (request: IncomingMessage) => string
  /** The client's address. */
  addressOf: (request: IncomingMessage) => string
  /** Told of each request that was answered here. */
  onAnswer: (answered: AnsweredRequest) => void
  /** Sees to it that a client who does not read its answer is cut off. */
  watch: (response: ServerResponse) => void
}

const PREFIX = '/api/sites/'

/**
 * Makes the function that answers requests for shared answers before the framework sees them, since its hooks would
 * take longer than the answer, and returns whether it has. Everything else, also what is refused, goes on to the
 * framework, which makes and keeps the answers.
 */
function createFastLane({ services, answers, keyOf, addressOf, onAnswer, watch }: FastLaneOptions) {
  const { stores, limits } = services

  return function answerFast(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(PREFIX)) return false
    // Its body would have to be read, or its address to be found by an owner's key.
    if ('content-length' in headers || 'transfer-encoding' in headers || 'x-store-key' in headers) return false

    const subdomain = url.slice(PREFIX.length, url.indexOf('/', PREFIX.length))
    const store = stores.peek(subdomain)
    const answer = store?.active ? answers.find(store, keyOf(request)) : undefined
    const body = answer && readyBody(answer, headers['accept-encoding'])
    const [charge] = answer?.charges ?? []
    if (!store || !answer || !charge || !body?.head) return false
    const budget = limits.takeNow(charge.limit, clientKey({ foundStore: store, ip: addressOf(request) }), charge.units)
    if (!budget?.allowed) return false

    const id = requestId(request)
    const isKnown = isUnchanged(headers['if-none-match'], body.etag)
    const status = isKnown ? 304 : 200
    const own = ['X-Request-Id', id]
    if (budget.counted) {
      for (const [name, value] of Object.entries(rateLimitHeaders(charge.limit, budget))) own.push(name, value)
    }
    response.writeHead(status, (isKnown ? body.head.unchanged : body.head.full).concat(own))
    if (isKnown || method === 'HEAD') response.end()
    else response.end(body.bytes)
    // An answer behind others that the client has asked for in one go has no socket yet.
    if (response.socket?.writableLength !== 0) watch(response)
    answers.use.hits += 1
    for (const operation of answer.operations) operation.answered += 1
    onAnswer({ requestId: id, method, route: body.head.route, store: subdomain, status, ms: 0 })
    return true
  }
}

/** Gives requests to the fast lane first, and those that it does not answer to the framework, until the server closes. */
export function serveFirst(app: FastifyInstance, options: FastLaneOptions): void {
  const answerFast = createFastLane(options)
  const listeners = app.server.listeners('request')
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!isClosing && answerFast(request, response)) return
    for (const listener of listeners) listener.call(app.server, request, response)
  })
}
