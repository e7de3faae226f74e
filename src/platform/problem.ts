import type { Mistake } from '../shared/answers.ts'
import type { ProblemReason } from '../shared/reasons.ts'

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

type ProblemNotice = Readonly<Record<string, string | number>>

export interface ProblemDetails {
  /** What programs decide by where the code is not enough. */
  reason?: ProblemReason | undefined
  mistakes?: readonly Mistake[] | undefined
  /** Why each part was left out, when nothing remained. */
  notices?: readonly ProblemNotice[] | undefined
}

interface ProblemOptions extends ProblemDetails {
  retryAfter?: number
  cause?: unknown
  /** Short for one mistake with the problem's own message. */
  field?: string
}

/** An error that the caller can act on, whose message is shown unchanged. Any other error is a bug. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly reason: ProblemReason | undefined
  /** Seconds until a retry makes sense. Set only with RATE_LIMITED and UNAVAILABLE. */
  readonly retryAfter: number | undefined
  readonly mistakes: readonly Mistake[]
  readonly notices: readonly ProblemNotice[]

  constructor(code: Exclude<ProblemCode, 'CONFLICT'>, message: string, options?: ProblemOptions)
  /** A conflict is decided by its reason. */
  constructor(code: ProblemCode, message: string, options: ProblemOptions & { reason: ProblemReason | undefined })
  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    const {
      reason,
      retryAfter,
      cause,
      field,
      mistakes = field === undefined ? [] : [{ field, message }],
      notices = [],
    } = options
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.reason = reason
    this.retryAfter = retryAfter
    this.mistakes = mistakes
    this.notices = notices
  }
}

/**
 * No permit, lock or connection in time, or the connection was lost. Nothing was done, unless it was lost during
 * COMMIT.
 */
export const busy = (cause?: unknown): Problem =>
  new Problem('UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter: 1, cause })

export const versionConflict = (what: string): Problem =>
  new Problem(
    'CONFLICT',
    `This ${what} was changed meanwhile. Read it again, then send your change with its version.`,
    {
      reason: 'OUTDATED_VERSION',
    },
  )
