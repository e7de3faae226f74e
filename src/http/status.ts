import type { ProblemCode } from '../platform/problem.ts'

/** What a code means over HTTP. */
interface ErrorCode {
  status: number
  /** The same for every problem of this code. */
  title: string
  /** When it is answered, in Markdown. */
  when: string
}

/** Every code; `docs/errors.md` and `/errors` list them. */
export const errorCodes: Record<ProblemCode, ErrorCode> = {
  BAD_USER_INPUT: {
    status: 400,
    title: 'The request is not as it must be',
    when: 'The request is not as it must be; `errors` says which fields. What the server refuses before it reads a request as one for an operation has this code too, with its own status: 405, 406, 408, 412, 413, 415, 416, 417, 431',
  },
  INVALID_SIGNATURE: {
    status: 400,
    title: 'Invalid payment signature',
    when: 'A payment signature does not verify',
  },
  UNAUTHENTICATED: {
    status: 401,
    title: 'Not authenticated',
    when: 'There is no valid token or key, or the password is wrong',
  },
  FORBIDDEN: {
    status: 403,
    title: 'Not allowed',
    when: 'The store does not allow this; or the password that a change asks for is wrong',
  },
  STORE_NOT_FOUND: { status: 404, title: 'Store not found', when: 'There is no such store, or it is switched off' },
  NOT_FOUND: { status: 404, title: 'Not found', when: 'The store has no such thing; or there is no such path' },
  CONFLICT: {
    status: 409,
    title: 'Conflict',
    when: 'The `Idempotency-Key` is in use; or a change is based on an old version',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    when: 'Too many requests from this address. Try again after `Retry-After`',
  },
  QUOTA_EXCEEDED: { status: 429, title: 'Quota exceeded', when: 'The store’s own cap is reached: leads, chat' },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    title: 'Internal server error',
    when: 'An error of the service; its log has it by the request id',
  },
  UPSTREAM_FAILED: {
    status: 502,
    title: 'Upstream service failed',
    when: 'The payment provider or the language model failed',
  },
  PAYMENTS_NOT_CONFIGURED: { status: 503, title: 'Payments not configured', when: 'The store takes no payments' },
  UNAVAILABLE: { status: 503, title: 'Unavailable', when: 'The service is busy. Try again after `Retry-After`' },
}

/** Object.keys types the codes as strings. */
export const problemCodes = Object.keys(errorCodes) as ProblemCode[]

export const statusOf = Object.fromEntries(problemCodes.map((code) => [code, errorCodes[code].status])) as Record<
  ProblemCode,
  number
>
