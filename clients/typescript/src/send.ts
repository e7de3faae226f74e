import {
  createFinalURL,
  createQuerySerializer,
  defaultPathSerializer,
  mergeHeaders,
  removeTrailingSlash,
} from 'openapi-fetch'
import { errorOf, StorefrontError } from './error.ts'
import { routes } from './generated/routes.ts'

export interface SendOptions {
  /** The address of the gateway, such as `https://shop.example`; empty for the origin of the page. */
  baseUrl: string
  /** The subdomain of the store. */
  store: string
  /** Sends the requests; the global `fetch` by default. */
  fetch?: ((request: Request, init: { signal: AbortSignal }) => Promise<Response>) | undefined
  /** More headers of every request: on a server that renders pages, `X-Store-Key` and `X-Buyer-IP`. */
  headers?: Record<string, string> | undefined
}

export interface Attempt {
  headers: Record<string, string>
  signal: AbortSignal
  /** Whether the answer is the stream of its bytes. */
  isStream?: boolean
}

export type RouteName = keyof typeof routes

/** Method, path below that of the store, and `?` where the customer's token is read, `!` where it is needed. */
export const routeOf = (name: RouteName) => routes[name].split(' ') as [string, string, string?] // as they are generated

export type Send = (name: RouteName, input: object, attempt: Attempt) => Promise<unknown>

/**
 * One attempt at an operation. It uses the parts of openapi-fetch rather than its client, most of which is for
 * middleware: so the whole is a quarter smaller.
 * @throws StorefrontError, or the signal's reason
 */
export function createSend({ baseUrl, store, fetch = globalThis.fetch, headers }: SendOptions): Send {
  const querySerializer = createQuerySerializer()

  return async (name, input, { isStream, signal, ...attempt }) => {
    const [method, ofStore] = routeOf(name)
    const path: Record<string, unknown> = { subdomain: store }
    const rest: Record<string, unknown> = { ...input }
    for (const [, parameter = ''] of ofStore.matchAll(/\{(\w+)\}/g)) {
      path[parameter] = rest[parameter]
      delete rest[parameter]
    }
    const isRead = method === 'GET'
    const url = createFinalURL(ofStore.startsWith('/sandbox/') ? ofStore : `/api/sites/{subdomain}${ofStore}`, {
      baseUrl: removeTrailingSlash(baseUrl),
      params: { path, ...(isRead && { query: rest }) },
      querySerializer,
      pathSerializer: defaultPathSerializer,
    })
    let response: Response | undefined
    try {
      response = await fetch(
        new Request(url, {
          method,
          signal,
          headers: mergeHeaders(
            {
              Accept: 'application/problem+json, application/json;q=0.9',
              ...(!isRead && { 'Content-Type': 'application/json' }),
            },
            headers,
            attempt.headers,
          ),
          ...(!isRead && { body: JSON.stringify(rest) }),
        }),
        // Node loses a Request's own signal when it collects the Request: https://github.com/nodejs/node/issues/55428
        { signal },
      )
      const { ok, body } = response
      if (ok) return isStream ? body : await response.json()
    } catch (cause) {
      const isOther = cause instanceof SyntaxError
      throw new StorefrontError(
        `${name} got no ${isOther ? 'JSON' : 'answer'} from ${baseUrl || 'the page’s origin'}: ${reasonOf(cause)}`,
        { operation: name, status: 0, code: isOther ? 'UNEXPECTED_ANSWER' : 'NO_ANSWER' },
        { cause },
      )
    }
    throw errorOf(name, response, await response.json().catch(() => null), url)
  }
}

/** Node has what happened, such as ECONNREFUSED, one level deeper. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = Object(error) as Error & { cause?: Error & { code?: string } } // what fetch throws
  return cause?.code ?? cause?.message ?? message
}
