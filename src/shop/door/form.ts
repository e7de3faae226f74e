import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FunctionComponent } from 'preact'
import type { Found, PathParams } from '../../rest/route.ts'
import type { ShopCookie } from './cookies.ts'

interface FormDefinition<Path extends string, Data, Variables> {
  path: Path
  /** A mutation, whose limit and messages apply. */
  operation: TypedDocumentNode<Data, Variables>
  /** Of the fields as they were sent; the mutation checks them. */
  variables: (form: { params: PathParams<Path>; fields: Readonly<Record<string, string>> }) => Variables
  /** Of the page that follows. */
  title: string
  View: FunctionComponent<{ data: Found<Data> }>
  /** Set for this store's shop; the shop's home then follows in place of a page. */
  cookie?: (data: Found<Data>) => ShopCookie
}

/** Without type parameters, so that forms can stand in one list. */
export interface Form {
  path: string
  operation: TypedDocumentNode<unknown, unknown>
  variables: (form: { params: unknown; fields: Readonly<Record<string, string>> }) => Record<string, unknown>
  title: string
  View: FunctionComponent<{ data: unknown }>
  cookie?: (data: unknown) => ShopCookie
}

/** What a plain form of a page is sent to: works without script. */
export function form<Path extends `/shop/:subdomain/${string}`, Data, Variables>(
  definition: FormDefinition<Path, Data, Variables>,
): Form {
  // Safe because each function receives only what the path or the operation has produced.
  return definition as unknown as Form
}
