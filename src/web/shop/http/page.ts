import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FunctionComponent } from 'preact'
import { z } from 'zod'
import type { Found, PathParams } from '../../../api/rest/route.ts'
import { Problem } from '../../../platform/problem.ts'
import type { NumberFormat } from '../../../shared/number-format.ts'
import type { FrameData } from '../views/frame.tsx'
import type { ShopAddresses } from './addresses.ts'

/** Of an address: what its path and its query name. */
export interface Visit<Params = unknown, Query = unknown> {
  params: Params
  query: Query
  /** How the store's people write numbers. */
  numbers: NumberFormat
  /** What the path of every page begins with; empty at a host of the shop's own. */
  prefix: string
  /** Whether the visitor is shown the catalogue, which a password may protect. */
  seesCatalogue: boolean
}

export interface HeadPicture {
  url: string
  alt: string
  /** What is shown of an upload, in pixels. */
  shared: { url: string; width: number; height: number } | null
}

export interface Head {
  /** Without the shop's name. */
  title: string
  description: string
  /** The one path that search engines should know the page by. */
  canonical: string
  /** For who shares the page. */
  picture?: HeadPicture | null
  /** `schema.org` entries. */
  structured?: readonly object[]
  /** False for pages that search engines should leave out. */
  isIndexed?: boolean
  /** Origins from which the page loads a widget. */
  widgetHosts?: readonly string[]
}

interface PageDefinition<Path extends string, Data extends FrameData, Variables, Query extends z.ZodObject> {
  path: Path
  /** The admission rule of its first root field applies. A root field that is null makes a 404. */
  operation: TypedDocumentNode<Data, Variables>
  /** Addresses are typed and shortened by people: each field needs a `catch` for what does not fit. */
  query?: Query
  variables: (visit: Visit<PathParams<Path>, z.output<Query>>) => Variables
  /** @throws Problem `notFound()` where what was found is nothing to show */
  head: (data: Found<Data>, visit: Visit<PathParams<Path>, z.output<Query>>, shop: ShopAddresses) => Head
  View: FunctionComponent<{ data: Found<Data>; visit: Visit<PathParams<Path>, z.output<Query>> }>
  /** For what is found under an earlier address: its path now, below the shop's home. Null for all else. */
  movedTo?: (data: Found<Data>, visit: Visit<PathParams<Path>, z.output<Query>>) => string | null
}

interface FileDefinition<Path extends string, Data, Variables> {
  path: Path
  /** As `Content-Type`. */
  type: string
  /** As a page's. */
  operation: TypedDocumentNode<Data, Variables>
  variables: (visit: Visit<PathParams<Path>>) => Variables
  text: (data: Found<Data>, visit: Visit<PathParams<Path>>, shop: ShopAddresses) => string
}

/** Without type parameters, so that pages can stand in one list. */
interface AnyPage {
  path: string
  operation: TypedDocumentNode<unknown, unknown>
  query: z.ZodObject
  variables: (visit: Visit) => Record<string, unknown>
}

export interface HtmlPage extends AnyPage {
  head: (data: unknown, visit: Visit, shop: ShopAddresses) => Head
  View: FunctionComponent<{ data: unknown; visit: Visit }>
  movedTo: ((data: unknown, visit: Visit) => string | null) | null
}

export interface TextFile extends AnyPage {
  type: string
  text: (data: unknown, visit: Visit, shop: ShopAddresses) => string
}

export type Page = HtmlPage | TextFile

export const notFound = () => new Problem('NOT_FOUND', 'Page not found')

/** The compiler checks params, variables and data against the operation. */
export function page<
  Path extends `/shop/:subdomain${string}`,
  Data extends FrameData,
  Variables,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(definition: PageDefinition<Path, Data, Variables, Query>): HtmlPage {
  // Safe because each function receives only what the path, the query's schema or the operation has produced.
  return { query: z.object({}), movedTo: null, ...definition } as unknown as HtmlPage
}

/** For programs, such as a sitemap. */
export function textFile<Path extends `/shop/:subdomain/${string}`, Data, Variables>(
  definition: FileDefinition<Path, Data, Variables>,
): TextFile {
  // Safe, as above.
  return { query: z.object({}), ...definition } as unknown as TextFile
}
