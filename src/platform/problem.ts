export type ProblemCode =
  | 'BAD_USER_INPUT'
  | 'INVALID_SIGNATURE'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'STORE_NOT_FOUND'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'QUOTA_EXCEEDED'
  | 'INTERNAL_SERVER_ERROR'
  | 'UPSTREAM_FAILED'
  | 'PAYMENTS_NOT_CONFIGURED'
  | 'UNAVAILABLE'

/**
 * An error that the caller can act on. Its message is shown to the caller unchanged. Any other error that is thrown is
 * a bug.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  /** Seconds until a retry makes sense. Set only with RATE_LIMITED and UNAVAILABLE. */
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, message: string, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryAfter = options.retryAfter
  }
}

/**
 * The answer when no place, lock or connection was free in time, or the connection was lost. What was asked is not done,
 * unless the connection was lost while that was confirmed.
 */
export const busy = (cause?: unknown): Problem =>
  new Problem('UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter: 1, cause })
