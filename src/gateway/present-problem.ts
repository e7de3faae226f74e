import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { isDatabaseBusy } from '../platform/database/database-busy.ts'
import { busy, Problem } from '../platform/problem.ts'

/** What to tell the caller about anything thrown. What is not a Problem is a bug: logged here, and masked. */
export function problemOf(error: unknown, log: Pick<Logger, 'error'>, failure = 'Internal server error'): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseBusy(error)) return busy(error)
  log.error({ err: error }, failure)
  return new Problem('INTERNAL_SERVER_ERROR', failure)
}

/** The Problem in an error of a GraphQL answer. */
export function problemOfGraphQLError(error: GraphQLError, log: Pick<Logger, 'error'>): Problem {
  // Without an original error it is the document or its variables that graphql-js refuses.
  if (!error.originalError) return new Problem('BAD_USER_INPUT', error.message)
  if (error.originalError instanceof GraphQLError) return problemOfGraphQLError(error.originalError, log)
  return problemOf(error.originalError, log)
}

/** A Problem as an error of a GraphQL answer. It carries no HTTP status: that would hide the good parts of the answer. */
export function graphQLErrorOf(problem: Problem, { path, nodes }: Pick<GraphQLError, 'path' | 'nodes'>): GraphQLError {
  const extensions = { code: problem.code, ...(problem.retryAfter && { retryAfter: problem.retryAfter }) }
  return new GraphQLError(problem.message, { path: path ?? null, nodes: nodes ?? null, extensions })
}
