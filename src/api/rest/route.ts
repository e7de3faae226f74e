import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { z } from 'zod'
import type { Store } from '../../generated/prisma/client.ts'
import type { InputRules } from '../../platform/input/parse-input.ts'
import type { Problem, ProblemCode } from '../../platform/problem.ts'
import type { ProblemReason } from '../../shared/reasons.ts'
import type { Context } from '../context.ts'
import type { Page } from '../http/pages/page.ts'

/** `/reviews/:productId` has productId. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [Key in Name | keyof PathParams<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [Key in Name]: string }
    : unknown

/** Null means that nothing was found, which is handled before. */
export type Found<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> }

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Visit {
  store: Store
  /** From the `Referer` header. */
  cameFrom: string | null
}

/** @param body the parsed body, or its text when it is not JSON */
type BodyRefused = (context: Context, body: unknown, refusal: Problem) => Promise<void>

/** Ids, numbers, tokens and times differ in each call; all else is what the demo store answers. */
export interface Example<Query, Body, Answer> {
  /** For `:productId` or `:idOrSlug` in the path. */
  productId?: string
  query?: Query
  body?: Body
  answer: Answer
}

export interface RouteEvents<Data = unknown> {
  name: string
  /** A client who returns with the first event's id is not sent it again. */
  id: (data: Data) => string
  /** Whether none can follow. */
  isLast: (data: Data) => boolean
}

interface NotFound {
  message: string
  reason: ProblemReason
}

interface RouteDefinition<
  Path extends string,
  Data,
  Variables,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Answer extends z.ZodType,
> {
  method: Method
  path: Path
  /** One sentence. */
  summary: string
  /** What a programmer should also know, in Markdown. */
  description: string
  /** Whether a customer token is required, or changes the answer. */
  token?: 'required' | 'optional'
  /** Never cached, although the root field is public. */
  isPrivate?: boolean
  /** The limit and messages of its root field apply here too. */
  operation: TypedDocumentNode<Data, Variables>
  query?: Query
  /** Besides the token. */
  headers?: z.ZodObject
  body?: InputRules<Body>
  /** HTML forms, URL-encoded or multipart, without files. */
  takesForms?: boolean
  /** For a body that is refused before the operation runs. An error that it throws is answered instead. */
  onInvalidBody?: BodyRefused
  variables: (request: { params: PathParams<Path>; query: z.output<Query>; body: z.output<Body> }) => Variables
  response: Answer
  /** A request to the demo store of `examples/` and its answer. */
  example: Example<z.input<Query>, z.input<Body>, z.input<Answer>>
  toResponse: (data: Found<Data>, store: Store) => z.input<Answer>
  /** For what is found under an earlier name: its path now, answered with 301. Null for all else. */
  movedTo?: (data: Found<Data>, params: PathParams<Path>) => string | null
  events?: RouteEvents<Found<Data>>
  /** For browsers, unless they accept JSON. Errors are always JSON. */
  page?: (answer: z.input<Answer>, visit: Visit) => Page
  /** When the operation finds nothing; left out when that cannot happen, or is an error. */
  whenEmpty?: z.input<Answer>
  /** Of the 404 when the operation finds nothing. */
  notFound?: NotFound
  /** Besides an unknown store, the rate limit and bugs. */
  problems?: ProblemCode[]
  /** Where the specification words them differently for this path. */
  messages?: Partial<Record<ProblemCode, string>>
}

export const accessTokenHeader = {
  'X-Access-Token': z
    .string()
    .optional()
    .meta({
      description: 'The token from `unlock`.',
      examples: ['5b1f0e7c93d8a2460e6b7d15f8c3a9e24d07b6c1f59a83e2d4c0b7a6915e3f28'],
    }),
}

/** Without type parameters, so that routes can stand in one list. */
export interface Route {
  method: Method
  path: string
  summary: string
  description: string
  token: 'required' | 'optional' | 'none'
  isPrivate: boolean
  operation: TypedDocumentNode<unknown, unknown>
  query: z.ZodObject | null
  headers: z.ZodObject | null
  body: InputRules | null
  takesForms: boolean
  onInvalidBody: BodyRefused | null
  variables: (request: { params: unknown; query: unknown; body: unknown }) => Record<string, unknown>
  response: z.ZodType
  example: Example<unknown, unknown, unknown>
  toResponse: (data: unknown, store: Store) => unknown
  movedTo: ((data: unknown, params: unknown) => string | null) | null
  events: RouteEvents | null
  page: ((answer: unknown, visit: Visit) => Page) | null
  whenEmpty: unknown
  notFound: NotFound | null
  problems: readonly ProblemCode[]
  messages: Partial<Record<ProblemCode, string>>
}

/** The compiler checks params, variables and data against the operation. */
export function route<
  Path extends `/api/sites/:subdomain/${string}`,
  Data,
  Variables,
  Answer extends z.ZodType,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(definition: RouteDefinition<Path, Data, Variables, Query, Body, Answer>): Route {
  const route = {
    token: 'none',
    isPrivate: false,
    query: null,
    headers: null,
    body: null,
    takesForms: false,
    onInvalidBody: null,
    movedTo: null,
    events: null,
    page: null,
    whenEmpty: undefined,
    notFound: null,
    problems: [],
    messages: {},
    ...definition,
  }
  // Safe because each function receives only what the matching schema or the operation has produced.
  return route as unknown as Route
}
