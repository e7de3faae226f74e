import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FunctionComponent } from 'preact'
import { z } from 'zod'
import type { Refusal } from '../../../../api/http/refusal.ts'
import type { Found, PathParams } from '../../../../api/rest/route.ts'
import type { Visitor } from './visitor.ts'

/** What was typed into a form, by the name of the field. */
export type Fields = Readonly<Record<string, string>>

export interface PersonalVisit<Params = unknown, Query = unknown> {
  params: Params
  query: Query
  visitor: Visitor
  /** The store's country, ISO 3166-1; null where nothing names it. */
  home: string | null
  /** Whether the visitor is shown the catalogue, which a password may protect. */
  seesCatalogue: boolean
  /** Of the form that leads to this page again; empty for a page that was asked for. */
  fields: Fields
  /** Whether these were typed before a log-in, and the page is asked for. */
  areKept: boolean
  /** Why the form was refused. */
  refusal: Refusal | null
}

interface PersonalDefinition<Path extends string, Data, Variables, Query extends z.ZodObject> {
  path: Path
  /** As a page's; of what the frame shows, it may leave out anything. */
  operation: TypedDocumentNode<Data, Variables>
  query?: Query
  /** Who is not logged in is sent to the log-in page. */
  needsCustomer?: boolean
  /** The path in the shop of another page for this visit; null for this one. */
  redirect?: (visit: PersonalVisit<PathParams<Path>, z.output<Query>>) => string | null
  /** Of cart, checkout and payment, where the header offers no chat. */
  isBuying?: boolean
  /** Shows what was typed before a log-in (`sealTyped`). */
  showsTyped?: boolean
  /** Only the view, for a script that puts it into a page. */
  isFragment?: boolean
  variables: (visit: PersonalVisit<PathParams<Path>, z.output<Query>>) => Variables
  /** For search engines, which leave the page out without one. The path has no parameters then. */
  description?: string
  /** Without the shop's name. */
  title: (data: Found<Data>, visit: PersonalVisit<PathParams<Path>, z.output<Query>>) => string
  /** Hosts that a payment provider's widget needs. */
  widgetHosts?: (data: Found<Data>, visit: PersonalVisit<PathParams<Path>, z.output<Query>>) => readonly string[]
  View: FunctionComponent<{ data: Found<Data>; visit: PersonalVisit<PathParams<Path>, z.output<Query>> }>
}

/** What the browser keeps instead of showing it. */
export interface PersonalFile {
  name: string
  /** As `Content-Type`. */
  type: string
  text: string
}

interface FileDefinition<Path extends string, Data, Variables>
  extends Pick<PersonalDefinition<Path, Data, Variables, z.ZodObject>, 'path' | 'operation' | 'needsCustomer'> {
  variables: (visit: PersonalVisit<PathParams<Path>>) => Variables
  file: (data: Found<Data>) => PersonalFile
}

/** Without type parameters, so that pages can stand in one list. */
export interface PersonalPage {
  path: string
  operation: TypedDocumentNode<unknown, unknown>
  query: z.ZodObject
  needsCustomer: boolean
  isFragment: boolean
  isBuying?: boolean
  showsTyped?: boolean
  redirect?: (visit: PersonalVisit) => string | null
  description?: string
  variables: (visit: PersonalVisit) => Record<string, unknown>
  title: (data: unknown, visit: PersonalVisit) => string
  widgetHosts?: (data: unknown, visit: PersonalVisit) => readonly string[]
  View: FunctionComponent<{ data: unknown; visit: PersonalVisit }>
  /** In place of the view. */
  file?: (data: unknown) => PersonalFile
}

/** A page for one visitor, with their cart, orders or account. Never cached. */
export function personalPage<
  Path extends `/shop/:subdomain${string}`,
  Data,
  Variables,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(definition: PersonalDefinition<Path, Data, Variables, Query>): PersonalPage {
  // Safe because each function receives only what the path, the query's schema or the operation has produced.
  return { query: z.object({}), needsCustomer: false, isFragment: false, ...definition } as unknown as PersonalPage
}

/** For one visitor, to be kept as a file. */
export function personalFile<Path extends `/shop/:subdomain/${string}`, Data, Variables>(
  definition: FileDefinition<Path, Data, Variables>,
): PersonalPage {
  const shown = { query: z.object({}), needsCustomer: false, isFragment: false, title: () => '', View: () => null }
  // Safe, as above.
  return { ...shown, ...definition } as unknown as PersonalPage
}
