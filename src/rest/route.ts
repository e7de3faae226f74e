import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { z } from 'zod'
import type { Context } from '../gateway/context.ts'
import type { Store } from '../generated/prisma/client.ts'
import type { Page } from '../http/page.ts'
import type { InputRules } from '../platform/input/first-mistake.ts'
import type { Problem, ProblemCode } from '../platform/problem.ts'

/** The names behind the colons: `/reviews/:productId` has productId. */
type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [Key in Name | keyof PathParams<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { [Key in Name]: string }
    : unknown

/** The root fields of an answer without errors: null there means that nothing was found. */
type Found<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> }

/** Where a page is shown. */
export interface Visit {
  store: Store
  /** The web page that the request came from, as far as the browser says; null when it does not. */
  cameFrom: string | null
}

/** @param body as it was parsed; its text when it is no JSON */
type BodyRefused = (context: Context, body: unknown, refusal: Problem) => Promise<void>

/** Ids, numbers, tokens and moments are new with every call; all else is what the demo store says. */
export interface Example<Query, Body, Answer> {
  /** What stands in the path in the place of `:productId`. */
  productId?: string
  query?: Query
  body?: Body
  answer: Answer
}

interface RouteDefinition<
  Path extends string,
  Data,
  Variables,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Answer extends z.ZodType,
> {
  method: 'GET' | 'POST' | 'DELETE'
  path: Path
  /** One sentence for the API reference. */
  summary: string
  /** What else a programmer wants to know before calling it, in Markdown. */
  description: string
  /** Whether a customer token is needed, or makes a difference. */
  token?: 'required' | 'optional'
  /** What the route runs. The limit and the messages that stand on its root field apply here too. */
  operation: TypedDocumentNode<Data, Variables>
  query?: Query
  /** Request headers that it heeds beyond the token, for the API reference. */
  headers?: z.ZodObject
  body?: InputRules<Body>
  /** Also takes what a plain HTML form sends, URL-encoded or multipart, without files. */
  takesForms?: boolean
  /** Told of a body that is refused before the operation runs. What it throws is answered instead. */
  refused?: BodyRefused
  variables: (request: { params: PathParams<Path>; query: z.output<Query>; body: z.output<Body> }) => Variables
  /** The shape of the answer, for the API reference. */
  response: Answer
  /** A request to the demo store of `examples/` and what it answers, for the API reference. */
  example: Example<z.input<Query>, z.input<Body>, z.input<Answer>>
  answer: (data: Found<Data>) => z.input<Answer>
  /** What browsers get in place of the answer, unless they accept JSON. Errors are JSON for everybody. */
  page?: (answer: z.input<Answer>, visit: Visit) => Page
  /** What to answer when the operation finds nothing; without it that never happens. */
  absent?: z.input<Answer>
  /** What can go wrong beyond an unknown store, the limit and a bug of ours. */
  problems?: ProblemCode[]
  /** Messages that the specification words differently for this path. */
  messages?: Partial<Record<ProblemCode, string>>
}

/** A route with its types checked against each other, and then forgotten, so that routes make a list. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  summary: string
  description: string
  token: 'required' | 'optional' | 'none'
  operation: TypedDocumentNode<unknown, unknown>
  query: z.ZodObject | null
  headers: z.ZodObject | null
  body: InputRules | null
  takesForms: boolean
  refused: BodyRefused | null
  variables: (request: { params: unknown; query: unknown; body: unknown }) => unknown
  response: z.ZodType
  example: Example<unknown, unknown, unknown>
  answer: (data: unknown) => unknown
  page: ((answer: unknown, visit: Visit) => Page) | null
  absent: unknown
  problems: readonly ProblemCode[]
  messages: Partial<Record<ProblemCode, string>>
}

/**
 * One path of the REST interface, told whole: what comes in, which operation runs, what goes out.
 * Params, variables and data are checked against the operation by the compiler.
 */
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
    query: null,
    headers: null,
    body: null,
    takesForms: false,
    refused: null,
    page: null,
    absent: undefined,
    problems: [],
    messages: {},
    ...definition,
  }
  // The runner feeds each function what the matching schema or the operation has just produced.
  return route as unknown as Route
}
