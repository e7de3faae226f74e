import { z } from 'zod'
import { PROBLEM_TYPE } from '../http/accept.ts'
import { problemCodes } from '../http/status.ts'

/** How a status is described in the document. */
interface Refusal {
  name: string
  description: string
  /** The exact message of such an answer. */
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
    description: 'The customer token is missing or not good here, or a password is wrong.',
    example: 'Not logged in',
  },
  403: {
    name: 'Forbidden',
    description: 'The store does not allow this.',
    example: 'Chat is not enabled for this site.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such store, or no such thing in it.',
    example: 'Site not found',
  },
  409: {
    name: 'Conflict',
    description: 'Another request is in the way.',
    example: 'A request with this Idempotency-Key is still running',
  },
  413: { name: 'TooLarge', description: 'The body has more than 64 KiB.', example: 'Body too large' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is of a type that is not taken here.',
    example: 'Unsupported media type',
  },
  429: {
    name: 'TooManyRequests',
    description: 'A limit is reached. `Retry-After` says when to come back.',
    example: 'Too many requests',
  },
  500: { name: 'InternalError', description: 'An error of the service.', example: 'Internal error' },
  502: {
    name: 'UpstreamFailed',
    description: 'A service behind this one failed.',
    example: 'Payment provider unavailable',
  },
  503: {
    name: 'Unavailable',
    description: 'Not available now. When trying again may help, `Retry-After` says when.',
    example: 'The service is busy. Please try again.',
  },
}

const come = 'Seconds until it is worth another try.'
const headers = {
  RequestId: { description: 'Names the request in the service’s log.', schema: { type: 'string' } },
  RateLimit: {
    description:
      'What is left of each limit that counted the request, as in draft-ietf-httpapi-ratelimit-headers: `"read";r=299;t=60`.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: { description: 'Those limits: `"read";q=300;w=60`.', schema: { type: 'string' } },
  ErrorCode: {
    description: 'What went wrong, for programs: the `code` of a problem document and of GraphQL’s `extensions`.',
    schema: { type: 'string', enum: problemCodes },
  },
  RetryAfter: { description: come, schema: { type: 'integer', minimum: 1 } },
}

const headerRef = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` })

export const limitHeaders = {
  'X-Request-Id': headerRef('RequestId'),
  RateLimit: headerRef('RateLimit'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
}

const retried = [429, 503]

/** A reference to the shared response for the status. */
export function refusalRef(status: number) {
  const refusal = refusals[status]
  if (!refusal) throw new Error(`The API reference does not say what ${status} means`)
  return { $ref: `#/components/responses/${refusal.name}` }
}

/** Components that all operations share: headers, refusals, authentication. */
export const sharedComponents = {
  headers,
  securitySchemes: {
    customer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The `token` that signing up or logging in answers; good for 30 days, at its store alone.',
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

/** As RFC 9457 has it, with our own members. */
const problemSchema = {
  type: 'object',
  description: 'The same as a problem document (RFC 9457), for clients that send `Accept: application/problem+json`.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'The page that says what the code means.' },
    title: text('What the code means; the same for every problem of this code.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: text('What went wrong, for people: the same text as `error`.'),
    code: { ...text('What went wrong, for programs.'), enum: problemCodes },
    errors: {
      type: 'array',
      description: 'Every mistake of the request, the first one first; empty when it has none.',
      items: {
        type: 'object',
        properties: {
          field: text('Where, as it was sent: `buyer.phone`, `items[0].qty`; empty for the whole body.'),
          message: text('What is wrong with it.'),
        },
        required: ['field', 'message'],
      },
    },
    notices: {
      type: 'array',
      description: 'Why each item was left out, when nothing of a cart can be bought; else empty.',
      items: { $ref: '#/components/schemas/Notice' },
    },
    retryAfter: { type: 'integer', minimum: 1, description: come },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'errors', 'notices'],
}

/** Collects JSON Schemas under the names by which the document refers to them. */
export function createNamedSchemas() {
  const schemas = new Map<string, object>([
    [
      'Error',
      {
        type: 'object',
        description: 'Why the request was refused.',
        properties: { error: { type: 'string', description: 'What went wrong, for people.' } },
        required: ['error'],
      },
    ],
    ['Problem', problemSchema],
  ])

  function keep(name: string, schema: object): void {
    const known = schemas.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are named ${name}`)
    schemas.set(name, schema)
  }

  /** Additional keys are allowed: clients may send more, and answers may grow. */
  function inline(schema: z.ZodType): Record<string, unknown> & { examples?: unknown[] } {
    const { $schema, $defs, id, ...rest } = JSON.parse(
      JSON.stringify(z.toJSONSchema(schema, { io: 'input' })).replaceAll('#/$defs/', '#/components/schemas/'),
    )
    for (const [name, { id: _, ...definition }] of Object.entries<{ id?: string }>($defs ?? {})) keep(name, definition)
    return rest
  }

  return {
    inline,
    /** Registers the schema under the name and returns a reference to it. */
    named(name: string, schema: z.ZodType) {
      keep(name, inline(schema))
      return { $ref: `#/components/schemas/${name}` }
    },
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
