import type { components } from './generated/openapi.ts'

export type Problem = components['schemas']['Problem']

/**
 * The codes of the gateway, listed at `/errors` of its address, and two of this client: `NO_ANSWER` when the connection
 * failed or nothing was answered in time, `UNEXPECTED_ANSWER` when something else than the gateway has answered.
 */
export type ErrorCode = Problem['code'] | 'NO_ANSWER' | 'UNEXPECTED_ANSWER'

/** Why, where the code does not say enough: `CART_NOT_FOUND`, `STORE_LOCKED`. Listed at `/errors`, too. */
export type ErrorReason = NonNullable<Problem['reason']>

/** A mistake in the request. `field` is its path, such as `buyer.phone` or `items[0].qty`; empty for the whole body. */
export type FieldError = Problem['errors'][number]

/** Why an item was left out of an order of which nothing is left. */
export type Notice = Problem['notices'][number]

/** What every operation throws, unless its signal is aborted: then it throws the signal's reason, as `fetch` does. */
export class StorefrontError extends Error {
  override readonly name = 'StorefrontError'
  /** The operation that failed, such as `checkout`. */
  declare readonly operation: string
  /** The HTTP status; 0 if there is no answer, or none that can be read. */
  declare readonly status: number
  declare readonly code: ErrorCode
  /** Undefined where the code says all. The list grows: treat one that you do not know as none. */
  declare readonly reason: ErrorReason | undefined
  /** Every mistake in the request, at most 100. */
  declare readonly errors: FieldError[]
  /** With `BAD_USER_INPUT` of a checkout of which nothing is left: why, for each item. */
  declare readonly notices: Notice[]
  /** Seconds after which the request can be repeated; undefined if the gateway does not say. */
  declare readonly retryAfter: number | undefined
  /** The id under which the gateway's log has the request; undefined if the gateway has not answered. */
  declare readonly requestId: string | undefined

  constructor(message: string, details: ErrorDetails, options?: ErrorOptions) {
    super(message, options)
    Object.assign(this, { errors: [], notices: [] }, details)
  }
}

export interface ErrorDetails
  extends Pick<StorefrontError, 'operation' | 'status' | 'code'>,
    Partial<Pick<StorefrontError, 'reason' | 'errors' | 'notices' | 'retryAfter' | 'requestId'>> {}

/** @param body a problem document, or whatever else was answered @param url what was asked for */
export function errorOf(operation: string, { status, headers }: Response, body: unknown, url: string): StorefrontError {
  // Anything but an object has none of these members.
  const problem = Object(body) as Partial<Problem & { error: string }>
  // The headers have the same codes and reasons as the problem document.
  const code = problem.code ?? (headers.get('Error-Code') as Problem['code'] | null)
  const reason = problem.reason ?? (headers.get('Error-Reason') as ErrorReason | null) ?? undefined
  // By the gateway for a wrong `baseUrl`, or by something else.
  const isNowhere = reason === 'PATH_NOT_FOUND' || (code === null && status === 404)
  const message = problem.detail ?? problem.error ?? `${operation} got status ${status}`
  return new StorefrontError(isNowhere ? `${message}: ${url}` : message, {
    operation,
    status,
    code: code ?? 'UNEXPECTED_ANSWER',
    reason,
    errors: problem.errors ?? [],
    notices: problem.notices ?? [],
    retryAfter: problem.retryAfter ?? secondsOf(headers.get('Retry-After')),
    requestId: headers.get('X-Request-Id') ?? undefined,
  })
}

/** Proxies may send a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = Number(retryAfter)
  return Number.isNaN(seconds) ? Math.max(0, Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)) : seconds
}
