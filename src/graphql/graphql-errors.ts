import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { GraphQLError } from 'graphql'
import type { Refusal } from '../http/refusal.ts'
import { extensionsOf, graphQLErrorOf, problemOfGraphQLError } from './present-problem.ts'

/** Answers with an error in GraphQL's shape. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, code, message, retryAfter } = refusal
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  return reply
    .status(status)
    .header('Error-Code', code)
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions: extensionsOf(refusal) }] })
}

/**
 * Converts an error to the form that the client may see. For an error in the document itself, Yoga's HTTP status is
 * kept.
 */
export function presentable(error: GraphQLError, log: FastifyBaseLogger, suggestions: boolean): GraphQLError {
  const shown = graphQLErrorOf(problemOfGraphQLError(error, log), error)
  // Suggestions would reveal the schema name by name, where introspection is switched off.
  if (!suggestions) shown.message = shown.message.replace(/ Did you mean .*\?$/, '')
  const { http } = error.extensions
  if (http && !error.originalError) shown.extensions.http = http
  return shown
}
