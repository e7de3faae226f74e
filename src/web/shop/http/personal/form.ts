import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Found, PathParams } from '../../../../api/rest/route.ts'
import type { Problem } from '../../../../platform/problem.ts'
import type { Mistake } from '../../../../shared/answers.ts'
import type { Fields, PersonalPage } from './personal-page.ts'
import type { Visitor, VisitorChange } from './visitor.ts'

/** What a form was sent with. */
export interface Sent<Params = unknown> {
  params: Params
  fields: Fields
  visitor: Visitor
  /** The store's country, ISO 3166-1; null where nothing names it. */
  home: string | null
}

interface Undo<Variables> {
  variables: Variables
  mistake: Mistake
}

interface FormDefinition<Path extends string, Data, Variables> {
  path: Path
  /** A mutation, whose limit and messages apply. */
  operation: TypedDocumentNode<Data, Variables>
  /** Of the fields as they were sent; the mutation checks them. */
  variables: (sent: Sent<PathParams<Path>>) => Variables
  /** What the mutation takes, and the shop does not. */
  check?: (sent: Sent<PathParams<Path>>) => readonly Mistake[]
  /** Shown again, with what was typed, when the form is refused. Without it, a page says why. */
  page?: PersonalPage
  /** Who is not logged in is sent to the log-in page. */
  needsCustomer?: boolean
  /** What the mutation took, and the shop refuses: how it is taken back, and why. Null for what is right. */
  undo?: (data: Found<Data>, sent: Sent<PathParams<Path>>) => Undo<Variables> | null
  /** Parameters for the log-in page, whose form then does what this one could not. */
  afterLogIn?: (fields: Fields) => Record<string, string>
  /** For who has just logged in by the mutation; null for nothing. */
  followUp?: {
    operation: TypedDocumentNode<unknown, { id: string }>
    variables: (fields: Fields) => { id: string } | null
  }
  /** The same fields sent twice have the same `Idempotency-Key`. */
  isIdempotent?: boolean
  /** What the browser has to remember, or to forget. */
  remember?: (data: Found<Data>, sent: Sent<PathParams<Path>>) => VisitorChange
  /** Keeps what was typed for the page that shows it after a log-in; sealed, in a cookie. */
  keepsTyped?: boolean
  /** The path in the shop of the page that follows, such as `/cart`. Without one, `page` is shown with what was typed. */
  next?: (data: Found<Data>, sent: Sent<PathParams<Path>>) => string | null
  /** What `page` then shows in place of what was typed. */
  shown?: (data: Found<Data>, sent: Sent<PathParams<Path>>) => Fields
  /** The same when the form is refused. */
  shownRefused?: (problem: Problem, fields: Fields) => Fields
}

/** Without type parameters, so that forms can stand in one list. */
export interface Form {
  path: string
  operation: TypedDocumentNode<unknown, unknown>
  variables: (sent: Sent) => Record<string, unknown>
  check?: (sent: Sent) => readonly Mistake[]
  page?: PersonalPage
  needsCustomer?: boolean
  undo?: (data: unknown, sent: Sent) => Undo<Record<string, unknown>> | null
  afterLogIn?: (fields: Fields) => Record<string, string>
  followUp?: {
    operation: TypedDocumentNode<unknown, { id: string }>
    variables: (fields: Fields) => { id: string } | null
  }
  isIdempotent?: boolean
  keepsTyped?: boolean
  remember?: (data: unknown, sent: Sent) => VisitorChange
  next?: (data: unknown, sent: Sent) => string | null
  shown?: (data: unknown, sent: Sent) => Fields
  shownRefused?: (problem: Problem, fields: Fields) => Fields
}

/** What a form of a page is sent to: works without script. */
export function form<Path extends `/shop/:subdomain/${string}`, Data, Variables>(
  definition: FormDefinition<Path, Data, Variables>,
): Form {
  // Safe because each function receives only what the path or the operation has produced.
  return definition as unknown as Form
}

const BASE = 'http://shop.invalid'

/**
 * A path in the shop, from a field or an address; the given one for anything else. Only a path that browsers take as it
 * is: they resolve `..` and `%2e%2e`, which lead to other shops, and read a backslash as a slash.
 */
export function localPath(text: string | undefined, otherwise: string): string {
  if (!text?.startsWith('/') || text.startsWith('//') || !URL.canParse(text, BASE)) return otherwise
  return new URL(text, BASE).href === BASE + text ? text : otherwise
}
