import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { clientKey, countAllNow, isBehindPassword } from '../admission/admission.ts'
import type { Services } from '../graphql/context.ts'
import type { AnsweredRequest } from '../http/observe/request-log.ts'
import { rateLimitHeaders } from '../platform/limits/rate-limit.ts'
import { readyBody } from './body.ts'
import type { ResponseCache } from './cache.ts'
import { documentKey, responseKey } from './cache.ts'
import { type Message, messageOf } from './write.ts'

export interface CacheHandlerOptions {
  services: Pick<Services, 'stores' | 'limits'>
  cache: ResponseCache
  /** The name of the store that a request without one in its path is for. */
  storeNamedIn: (headers: IncomingHttpHeaders) => string | null
  /** The public address of this service, without a trailing slash. */
  baseUrlOf: (headers: IncomingHttpHeaders) => string
  /** The client's address. */
  addressOf: (request: IncomingMessage) => string
  requestIdOf: (request: IncomingMessage) => string
  /** The headers of a response by its status, beside its own. */
  headersOf: (status: Message['status']) => Readonly<Record<string, string>>
  /** Cuts off a client who does not read its answer. */
  watch: (response: ServerResponse) => void
  /** Called for each request that was answered here. */
  onAnswer: (answered: AnsweredRequest, request: IncomingMessage) => void
}

const SITES = '/api/sites/'
const GRAPHQL = '/graphql'
/** Other spellings are for the framework to judge. */
const jsonTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'])

/** What a request's path names. */
interface Target {
  subdomain: string
  isGraphQL: boolean
}

/**
 * Makes the handler in front of the framework, whose hooks would take longer than the answer. It answers from the cache.
 * Everything else, also what is refused, goes on to the framework, which makes the responses and caches them.
 */
export function createCacheHandler(options: CacheHandlerOptions) {
  const { cache, storeNamedIn, baseUrlOf, addressOf, requestIdOf, headersOf, watch, onAnswer } = options
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
    const key = isGraphQL ? documentKey(baseUrl, { url, method, headers }, document) : responseKey(baseUrl, url)
    const cached = cache.get(store, key)
    const body = cached && readyBody(cached, headers['accept-encoding'])
    // What calls no operation is counted where it is known that it has not.
    if (!cached || !body || cached.charges.length === 0) return false
    const budgets = countAllNow(limits, clientKey({ foundStore: store, ip: addressOf(request) }), cached.charges)
    if (!budgets) return false

    const requestId = requestIdOf(request)
    const message = messageOf(cached, body, method, headers['if-none-match'])
    message.head ??= Object.entries({ ...message.headers, ...headersOf(message.status) }).flat()
    const head = [...message.head, 'X-Request-Id', requestId]
    const left = rateLimitHeaders(budgets)
    for (const name in left) head.push(name, left[name] ?? '')
    // Answers of one turn of the event loop are written one right after the other: a write wakes its reader, and costs
    // less when the reader is awake already.
    setImmediate(send, response, message, head)
    cache.requests.hits += 1
    for (const operation of cached.operations) operation.answered += 1
    onAnswer({ requestId, method, route: cached.route, store: subdomain, status: message.status, ms: 0 }, request)
    return true
  }

  function send(response: ServerResponse, { status, bytes }: Message, head: string[]): void {
    if (response.destroyed) return
    response.writeHead(status, head).end(bytes)
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

  return (request: IncomingMessage, response: ServerResponse, passOn: () => void): void => {
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
