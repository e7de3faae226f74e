import type { DocumentNode } from 'graphql'

/** A document with the types of its data and variables, as urql, Apollo and graphql-request read them. */
export interface TypedDocument<Data = unknown, Variables = unknown> extends DocumentNode {
  /** Never called: it carries the types, as in `@graphql-typed-document-node/core`. */
  __apiType?: (variables: Variables) => Data
}
