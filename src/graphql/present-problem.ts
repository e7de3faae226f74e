import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { problemOf } from '../http/problem-of.ts'
import { Problem, type ProblemDetails } from '../platform/problem.ts'
import { variableField } from './variable-field.ts'

/** The Problem behind an error of a GraphQL answer. */
export function problemOfGraphQLError(error: GraphQLError, log: Pick<Logger, 'error'>): Problem {
  // An error without an original error comes from graphql-js, which refused the document or its variables.
  if (!error.originalError) return refusedByGraphQL(error.message, error.message)
  if (error.originalError instanceof GraphQLError && !error.originalError.originalError) {
    return refusedByGraphQL(error.originalError.message, error.message)
  }
  if (error.originalError instanceof GraphQLError) return problemOfGraphQLError(error.originalError, log)
  return problemOf(error.originalError, log)
}

/** @param whole the message that names the variable */
function refusedByGraphQL(message: string, whole: string): Problem {
  const field = variableField(whole)
  return new Problem('BAD_USER_INPUT', message, field === null ? {} : { field })
}

/**
 * Turns a Problem into an error of a GraphQL answer. It sets no HTTP status, because then clients would ignore the data
 * that the answer also has.
 */
export function graphQLErrorOf(problem: Problem, { path, nodes }: Pick<GraphQLError, 'path' | 'nodes'>): GraphQLError {
  return new GraphQLError(problem.message, {
    path: path ?? null,
    nodes: nodes ?? null,
    extensions: extensionsOf(problem),
  })
}

/** What the error of a GraphQL answer says to programs. */
export const extensionsOf = ({
  code,
  retryAfter,
  mistakes = [],
  notices = [],
}: ProblemDetails & Pick<Problem, 'code'> & { retryAfter?: number | undefined }) => ({
  code,
  ...(retryAfter && { retryAfter }),
  ...(mistakes.length > 0 && { errors: mistakes }),
  ...(notices.length > 0 && { notices }),
})
