import type { ProblemCode } from '../platform/problem.ts'

export interface ErrorCode {
  status: number
  title: string
  /** When it is answered, in Markdown. */
  when: string
}

export const errorCodes: Record<ProblemCode, ErrorCode> = {
  BAD_USER_INPUT: {
    status: 400,
    title: 'Invalid request',
    when: 'Something in the request is missing or wrong; `errors` says which fields. Requests that the server refuses before it knows the operation have this code too, with a status of their own: 405, 406, 408, 412, 413, 415, 416, 417, 431',
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
    when: 'The `Idempotency-Key` is in use; a change is based on an old version; or the order, the stock or the account is not in a state that allows it',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    when: 'Too many requests from this address, or too many wrong guesses at one account or order. Try again after `Retry-After`',
  },
  QUOTA_EXCEEDED: {
    status: 429,
    title: 'Quota exceeded',
    when: 'The store’s own cap is reached: leads, chat messages, pictures',
  },
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

/** Answered by GraphQL alone, without a Problem. */
export const graphqlCodes = {
  PERSISTED_QUERY_NOT_SUPPORTED: {
    status: 200,
    title: 'Persisted queries are not supported',
    when: 'GraphQL only: the request has the hash of a document without its text. Send the text, as Apollo’s clients do then',
  },
} satisfies Record<string, ErrorCode>

/** Object.keys types the codes as strings. */
export const problemCodes = Object.keys(errorCodes) as ProblemCode[]

export const statusOf = Object.fromEntries(problemCodes.map((code) => [code, errorCodes[code].status])) as Record<
  ProblemCode,
  number
>
