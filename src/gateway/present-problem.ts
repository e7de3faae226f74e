import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { isDatabaseBusy } from '../platform/database/database-busy.ts'
import { isForeignKeyViolation } from '../platform/database/foreign-key-violation.ts'
import { isDiskFull } from '../platform/database/sql-state.ts'
import { busy, Problem, type ProblemDetails } from '../platform/problem.ts'
import { variableField } from './variable-field.ts'

/**
 * Turns anything that was thrown into a Problem for the caller. An error that is not a Problem is a bug: it is logged,
 * and the caller sees only `failure`.
 */
export function problemOf(error: unknown, log: Pick<Logger, 'error'>, failure = 'Internal server error'): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseBusy(error)) return busy(error)
  // The store or the customer was deleted while the request ran. A repetition is told so.
  if (isForeignKeyViolation(error, 'store_id', 'customer_id', 'referred_by_id')) return busy(error)
  if (isDiskFull(error)) {
    log.error({ err: error }, 'The disk of the database is full')
    return busy(error)
  }
  log.error({ err: error }, failure)
  return new Problem('INTERNAL_SERVER_ERROR', failure)
}

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
