import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { rateLimitHeaders } from '../../platform/limits/rate-limit.ts'
import { clientKey, countAllNow, isOpenToAll } from '../admission/admission.ts'
import { isServed } from '../admission/served-store.ts'
import type { Services } from '../context.ts'
import type { AnsweredRequest } from '../http/observe/request-log.ts'
import { readyBody } from './body.ts'
import type { ResponseCache } from './cache.ts'
import { documentKey, responseKey } from './cache.ts'
import { type Message, messageOf } from './write.ts'

export interface CacheHandlerOptions {
  services: Pick<Services, 'stores' | 'limits'>
  cache: ResponseCache
  /** For requests without a store in their path. */
  storeNamedIn: (headers: IncomingHttpHeaders) => string | null
  /** Without a trailing slash. */
  baseUrlOf: (headers: IncomingHttpHeaders) => string
  /** As the routes know it. */
  urlOf: (request: IncomingMessage) => string
  addressOf: (request: IncomingMessage) => string
  requestIdOf: (request: IncomingMessage) => string
  /** By status, beside a response's own. */
  headersOf: (status: Message['status']) => Readonly<Record<string, string>>
  /** Cuts off a client who does not read its answer. */
  watch: (response: ServerResponse) => void
  /** For each request that was answered here. */
  onAnswer: (answered: AnsweredRequest, request: IncomingMessage) => void
}

const SITES = '/api/sites/'
const SHOP = '/shop/'
const GRAPHQL = '/graphql'
/** What the name of such a cookie has in it, of whichever store. */
const PREVIEW_COOKIE = 'shop-preview-'
/** Other spellings are for the framework to judge. */
const jsonTypes = new Set(['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'])

interface Target {
  url: string
  subdomain: string
  isGraphQL: boolean
}

/**
 * Answers from the cache in front of the framework, whose hooks would take longer. All else goes on to the framework.
 */
export function createCacheHandler(options: CacheHandlerOptions) {
  const { cache, storeNamedIn, baseUrlOf, urlOf, addressOf, requestIdOf, headersOf, watch, onAnswer } = options
  const { stores, limits } = options.services

  function targetOf(request: IncomingMessage): Target | null {
    const url = urlOf(request)
    if (url.startsWith(SITES)) {
      const end = url.indexOf('/', SITES.length)
      return end < 0 ? null : { url, subdomain: url.slice(SITES.length, end), isGraphQL: endsInGraphQL(url, end) }
    }
    if (url.startsWith(SHOP)) return { url, subdomain: pageOf(url), isGraphQL: false }
    const subdomain = endsInGraphQL(url, 0) ? storeNamedIn(request.headers) : null
    return subdomain === null ? null : { url, subdomain, isGraphQL: true }
  }

  /** Returns whether it has answered. */
  function answer(request: IncomingMessage, response: ServerResponse, target: Target, document: string): boolean {
    const { method = '', headers } = request
    const { url, subdomain, isGraphQL } = target
    const store = stores.peek(subdomain)
    if (!isServed(store) || !isOpenToAll(store)) return false
    const baseUrl = baseUrlOf(headers)
    const key = isGraphQL ? documentKey(baseUrl, { url, method, headers }, document) : responseKey(baseUrl, url)
    const cached = cache.get(store, key)
    const body = cached && readyBody(cached, headers['accept-encoding'])
    // Requests without an operation are counted by the framework.
    if (!cached || !body || cached.charges.length === 0) return false
    const budgets = countAllNow(limits, clientKey({ foundStore: store, ip: addressOf(request) }), cached.charges)
    if (!budgets) return false

    const requestId = requestIdOf(request)
    const message = messageOf(cached, body, method, headers['if-none-match'])
    message.head ??= Object.entries({ ...message.headers, ...(cached.headers ?? headersOf(message.status)) }).flat()
    const head = [...message.head, 'X-Request-Id', requestId]
    const left = rateLimitHeaders(budgets)
    for (const name in left) head.push(name, left[name] ?? '')
    // Batches the writes of one turn of the event loop: a write is cheaper when its reader is awake.
    setImmediate(send, response, message, head)
    cache.requests.hits += 1
    for (const counted of cached.counted) counted.answered += 1
    onAnswer({ requestId, method, route: cached.route, store: subdomain, status: message.status, ms: 0 }, request)
    return true
  }

  function send(response: ServerResponse, { status, bytes }: Message, head: string[]): void {
    if (response.destroyed) return
    response.writeHead(status, head).end(bytes)
    // A pipelined answer has no socket yet.
    if (response.socket?.writableLength !== 0) watch(response)
  }

  function answerPosted(request: IncomingMessage, response: ServerResponse, target: Target): boolean {
    const length = Number(request.headers['content-length'])
    // Reading an empty body would end it, and the framework would wait forever.
    if (!(length > 0) || request.readableLength !== length) return false
    const body: Buffer = request.read()
    if (isUtf8(body) && answer(request, response, target, body.toString())) {
      // Otherwise the connection takes no next request.
      request.resume()
      return true
    }
    request.unshift(body)
    return false
  }

  return (request: IncomingMessage, response: ServerResponse, passOn: () => void): void => {
    const { method, headers } = request
    // Bodies in pieces, and addresses vouched for by an owner's key, would have to be waited for.
    const isOrdinary =
      !('transfer-encoding' in headers || 'content-encoding' in headers || 'x-store-key' in headers) &&
      !isPreview(headers)
    const target = isOrdinary ? targetOf(request) : null
    if (target?.isGraphQL && method === 'POST' && jsonTypes.has(headers['content-type'] ?? '')) {
      // By then a body that came along with the headers is there.
      process.nextTick(() => answerPosted(request, response, target) || passOn())
      return
    }
    const isPlain = (method === 'GET' || method === 'HEAD') && !('content-length' in headers)
    if (!target || !isPlain || !answer(request, response, target, '')) passOn()
  }
}

/** Also of an open store: such pages are the visitor's own. */
const isPreview = (headers: IncomingHttpHeaders): boolean =>
  'x-preview-token' in headers || headers.cookie?.includes(PREVIEW_COOKIE) === true

/** The store of a page of the shop. */
const pageOf = (url: string): string => /^[^/?]*/.exec(url.slice(SHOP.length))?.[0] ?? ''

/** Only a query string may follow. */
const endsInGraphQL = (url: string, at: number): boolean =>
  url.startsWith(GRAPHQL, at) && (url.length === at + GRAPHQL.length || url[at + GRAPHQL.length] === '?')
