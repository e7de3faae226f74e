import type { ProblemCode } from '../../platform/problem.ts'

export interface ErrorCode {
  status: number
  title: string
  /** When it is answered, in Markdown. */
  when: string
  /** What the client does then, in Markdown. */
  remedy: string
}

export const errorCodes: Record<ProblemCode, ErrorCode> = {
  BAD_USER_INPUT: {
    status: 400,
    title: 'Invalid request',
    when: 'Something in the request is missing or wrong; `errors` says which fields. Requests that the server refuses before it knows the operation have this code too, with a status of their own: 405, 406, 408, 413, 415, 417, 431',
    remedy:
      'Show each message of `errors` beside its field, and let the shopper correct it. If the fields are not the shopper’s, correct the program. Do not repeat the request as it is',
  },
  INVALID_SIGNATURE: {
    status: 400,
    title: 'Invalid payment signature',
    when: 'A payment signature does not verify',
    remedy:
      'Send the values of the provider’s widget unchanged. If they were, the store has other keys than the order: tell the owner',
  },
  UNAUTHENTICATED: {
    status: 401,
    title: 'Not authenticated',
    when: 'There is no valid token or key, or the password is wrong',
    remedy:
      'Forget the token and ask the customer to log in. With `Password required`, ask for the store’s password, and send the token of `unlock`',
  },
  FORBIDDEN: {
    status: 403,
    title: 'Not allowed',
    when: 'The store does not allow this; or the password that a change asks for is wrong',
    remedy: 'Show the message. Keep the token',
  },
  STORE_NOT_FOUND: {
    status: 404,
    title: 'Store not found',
    when: 'There is no such store, or it is switched off or suspended',
    remedy: 'Check the store’s name in the path or in `X-Store`',
  },
  NOT_FOUND: {
    status: 404,
    title: 'Not found',
    when: 'The store has no such thing; or there is no such path',
    remedy: 'Show that it is gone. A stored cart id that is not found can be forgotten',
  },
  CONFLICT: {
    status: 409,
    title: 'Conflict',
    when: 'The `Idempotency-Key` is in use; a change is based on an old version; or the order, the stock or the account is not in a state that allows it',
    remedy:
      'Read again what is to be changed, and decide anew. For a checkout: wait a second if the first attempt is still running, otherwise use a new key',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    when: 'Too many requests from this address, or too many wrong guesses at one account or order',
    remedy: 'Wait for `Retry-After` seconds, then repeat it. Nothing was done',
  },
  QUOTA_EXCEEDED: {
    status: 429,
    title: 'Quota exceeded',
    when: 'The store’s own cap is reached: leads, chat messages, pictures',
    remedy: 'Show the message. The owner can delete leads or pictures; the number of chat messages is counted by day',
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    title: 'Internal server error',
    when: 'An error of the service; its log has it by the request id',
    remedy: 'Say that it did not work. Repeat it only if twice does no harm. Report `X-Request-Id` to the operator',
  },
  UPSTREAM_FAILED: {
    status: 502,
    title: 'Upstream service failed',
    when: 'The payment provider or the language model failed',
    remedy: 'Try again later, a checkout with the same `Idempotency-Key`',
  },
  PAYMENTS_NOT_CONFIGURED: {
    status: 503,
    title: 'Payments not configured',
    when: 'The store takes no payments',
    remedy: 'Hide the checkout. The owner sets an account with `setPayments`',
  },
  UNAVAILABLE: {
    status: 503,
    title: 'Unavailable',
    when: 'The service is busy, or its database is away or takes no writes',
    remedy:
      'Wait for `Retry-After` seconds, then repeat it; changes only if twice does no harm, or with an `Idempotency-Key`',
  },
}

/** Answered by GraphQL alone, without a Problem. */
export const graphqlCodes = {
  PERSISTED_QUERY_NOT_SUPPORTED: {
    status: 200,
    title: 'Persisted queries are not supported',
    when: 'GraphQL only: the request has the hash of a document without its text',
    remedy: 'Send the text of the document, as Apollo’s clients do then',
  },
} satisfies Record<string, ErrorCode>

/** Object.keys types the codes as strings. */
export const problemCodes = Object.keys(errorCodes) as ProblemCode[]

export const statusOf = Object.fromEntries(problemCodes.map((code) => [code, errorCodes[code].status])) as Record<
  ProblemCode,
  number
>
