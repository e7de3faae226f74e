import type { ProblemCode } from '../platform/problem.ts'

/** Maps each problem's code to its HTTP status. */
export const statusOf: Record<ProblemCode, number> = {
  BAD_USER_INPUT: 400,
  INVALID_SIGNATURE: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  STORE_NOT_FOUND: 404,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  INTERNAL_SERVER_ERROR: 500,
  UPSTREAM_FAILED: 502,
  PAYMENTS_NOT_CONFIGURED: 503,
  UNAVAILABLE: 503,
}
