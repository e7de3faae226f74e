import { z } from 'zod'
import { reasons } from '../../shared/reasons.ts'
import { PROBLEM_TYPE } from '../http/accept.ts'
import { problemCodes } from '../http/status.ts'

interface Refusal {
  name: string
  description: string
  /** The exact message. */
  example: string
}

const refusals: Record<number, Refusal> = {
  400: {
    name: 'BadRequest',
    description: 'Something in the request is missing or wrong; the message says what.',
    example: 'Invalid JSON',
  },
  401: {
    name: 'Unauthorized',
    description: 'The customer token is missing or invalid, or a password is wrong.',
    example: 'Not logged in',
  },
  403: {
    name: 'Forbidden',
    description: 'The store does not allow this.',
    example: 'Chat is not enabled for this site.',
  },
  404: {
    name: 'NotFound',
    description: 'The store, or the requested resource in it, does not exist.',
    example: 'Site not found',
  },
  409: {
    name: 'Conflict',
    description: 'The request conflicts with another request or with the current state.',
    example: 'A request with this Idempotency-Key is still running',
  },
  413: { name: 'TooLarge', description: 'The body is larger than 64 KiB.', example: 'Body too large' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The media type of the body is not supported.',
    example: 'Unsupported media type',
  },
  429: {
    name: 'TooManyRequests',
    description: 'A rate limit is exceeded. `Retry-After` says when to try again.',
    example: 'Too many requests',
  },
  500: { name: 'InternalError', description: 'An internal error.', example: 'Internal error' },
  502: {
    name: 'UpstreamFailed',
    description: 'An upstream service failed.',
    example: 'Payment provider unavailable',
  },
  503: {
    name: 'Unavailable',
    description: 'Currently unavailable. If trying again can help, `Retry-After` says when.',
    example: 'The service is busy. Please try again.',
  },
}

const problemReasons = Object.keys(reasons).toSorted()

const come = 'The number of seconds to wait before trying again.'
const headers = {
  RequestId: { description: 'The ID of the request in the service’s log.', schema: { type: 'string' } },
  RateLimit: {
    description:
      'The remaining quota of each limit that counted the request, as in draft-ietf-httpapi-ratelimit-headers: `"read";r=299;t=60`.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'The limits that counted the request: `"read";q=300;w=60`.',
    schema: { type: 'string' },
  },
  ErrorCode: {
    description: 'The machine-readable error code, as in `code` of a problem document and of GraphQL’s `extensions`.',
    schema: { type: 'string', enum: problemCodes },
  },
  ErrorReason: {
    description: 'The reason beside the code, where there is one, as in `reason` of a problem document.',
    schema: { type: 'string', enum: problemReasons },
  },
  Deprecation: {
    description: 'Since when something in the answer is deprecated (RFC 9745): `@` and seconds since 1970.',
    schema: { type: 'string' },
  },
  Sunset: { description: 'Until when it works at least (RFC 8594), an HTTP date.', schema: { type: 'string' } },
  DeprecationLink: {
    description: 'With `rel="deprecation"`: the page that lists what is deprecated.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: come, schema: { type: 'integer', minimum: 1 } },
}

const headerRef = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

export const limitHeaders = {
  'X-Request-Id': headerRef('RequestId'),
  RateLimit: headerRef('RateLimit'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
}

export const deprecationHeaders = {
  Deprecation: headerRef('Deprecation'),
  Sunset: headerRef('Sunset'),
  Link: headerRef('DeprecationLink'),
}

const retried = [429, 503]

export function refusalRef(status: number) {
  const refusal = refusals[status]
  if (!refusal) throw new Error(`The API reference does not say what ${status} means`)
  return { $ref: `#/components/responses/${refusal.name}` }
}

export const sharedComponents = {
  headers,
  securitySchemes: {
    customer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The `token` returned by sign-up or login. It is valid for 30 days, at its store only.',
    },
  },
  responses: Object.fromEntries(
    Object.entries(refusals).map(([status, { name, description, example }]) => [
      name,
      {
        description,
        headers: {
          'X-Request-Id': headerRef('RequestId'),
          'Error-Code': headerRef('ErrorCode'),
          'Error-Reason': headerRef('ErrorReason'),
          ...(retried.includes(Number(status)) && { 'Retry-After': headerRef('RetryAfter') }),
        },
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error: example } },
          [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  ),
}

const text = (description: string) => ({ type: 'string', description })

/** RFC 9457 with our own members. */
const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457), for clients that send `Accept: application/problem+json`.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'The URL of the page that explains the code.' },
    title: text('The meaning of the code; the same for all problems with this code.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: text('A human-readable message.'),
    error: text('The same as `detail`, so that every error can be read alike.'),
    code: { ...text('The machine-readable error code.'), enum: problemCodes },
    reason: {
      ...text('Why, more exactly than the code, for programs; absent where the code says all.'),
      enum: problemReasons,
    },
    errors: {
      type: 'array',
      description: 'All mistakes in the request, in order; empty if there are none.',
      items: {
        type: 'object',
        properties: {
          field: text(
            'The path of the field as sent, such as `buyer.phone` or `items[0].qty`; empty for the whole body.',
          ),
          message: text('What is wrong with the field.'),
        },
        required: ['field', 'message'],
      },
    },
    notices: {
      type: 'array',
      description:
        'Of a refused cart: the reason for each item that cannot be bought, or why its total has changed; otherwise empty.',
      items: { $ref: '#/components/schemas/Notice' },
    },
    retryAfter: { type: 'integer', minimum: 1, description: come },
  },
  required: ['type', 'title', 'status', 'detail', 'error', 'code', 'errors', 'notices'],
}

export function createNamedSchemas() {
  const schemas = new Map<string, object>([
    [
      'Error',
      {
        type: 'object',
        description: 'The error response.',
        properties: { error: { type: 'string', description: 'A human-readable message.' } },
        required: ['error'],
      },
    ],
    ['Problem', problemSchema],
  ])

  function addSchema(name: string, schema: object): void {
    const known = schemas.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are named ${name}`)
    schemas.set(name, schema)
  }

  /** Additional keys are allowed: clients may send more, and answers may grow. */
  function inline(schema: z.ZodType): Record<string, unknown> & { examples?: unknown[] } {
    const { $schema, $defs, id, ...rest } = JSON.parse(
      JSON.stringify(z.toJSONSchema(schema, { io: 'input' })).replaceAll('#/$defs/', '#/components/schemas/'),
    )
    for (const [name, { id: _, ...definition }] of Object.entries<{ id?: string }>($defs ?? {}))
      addSchema(name, definition)
    return rest
  }

  return {
    inline,
    named(name: string, schema: z.ZodType) {
      addSchema(name, inline(schema))
      return { $ref: `#/components/schemas/${name}` }
    },
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
