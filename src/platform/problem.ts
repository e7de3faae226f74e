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

/** One mistake in what the caller sent. */
export interface Mistake {
  /** Its place as the caller wrote it, such as `buyer.phone` or `items[0].qty`; empty for the whole input. */
  field: string
  message: string
}

/** Sent to the caller as it is. */
type ProblemNotice = Readonly<Record<string, string | number>>

/** What else a caller is told of a problem. */
export interface ProblemDetails {
  /** All mistakes of the input, or as many as are listed. */
  mistakes?: readonly Mistake[] | undefined
  /** Why each part was left out, when nothing remained. */
  notices?: readonly ProblemNotice[] | undefined
}

interface ProblemOptions extends ProblemDetails {
  retryAfter?: number
  cause?: unknown
  /** The only field that is wrong: short for `mistakes` with the problem's own message. */
  field?: string
}

/**
 * An error that the caller can act on. Its message is shown to the caller unchanged. Any other error that is thrown is
 * a bug.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  /** Seconds until a retry makes sense. Set only with RATE_LIMITED and UNAVAILABLE. */
  readonly retryAfter: number | undefined
  readonly mistakes: readonly Mistake[]
  readonly notices: readonly ProblemNotice[]

  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    const {
      retryAfter,
      cause,
      field,
      mistakes = field === undefined ? [] : [{ field, message }],
      notices = [],
    } = options
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.retryAfter = retryAfter
    this.mistakes = mistakes
    this.notices = notices
  }
}

/**
 * The answer when no place, lock or connection was free in time, or the connection was lost. What was asked is not done,
 * unless the connection was lost while that was confirmed.
 */
export const busy = (cause?: unknown): Problem =>
  new Problem('UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter: 1, cause })

/** The refusal of a change that is based on a version which has been replaced meanwhile. */
export const versionConflict = (what: string): Problem =>
  new Problem('CONFLICT', `This ${what} was changed meanwhile. Read it again, then send your change with its version.`)
