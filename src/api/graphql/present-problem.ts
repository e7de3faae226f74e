import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { Problem, type ProblemDetails } from '../../platform/problem.ts'
import { problemOf } from '../http/problem-of.ts'
import { errorHeaders, type Refusal } from '../http/refusal.ts'

export function problemOfGraphQLError(error: GraphQLError, log: Pick<Logger, 'error'>): Problem {
  // graphql-js refused the document or its variables.
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

/** Sets no HTTP status, because then clients would ignore the data that the answer also has. */
function graphQLErrorOf(problem: Problem, { path, nodes }: Pick<GraphQLError, 'path' | 'nodes'>): GraphQLError {
  return new GraphQLError(problem.message, {
    path: path ?? null,
    nodes: nodes ?? null,
    extensions: extensionsOf(problem),
  })
}

const extensionsOf = ({
  code,
  reason,
  retryAfter,
  mistakes = [],
  notices = [],
}: ProblemDetails & Pick<Problem, 'code'> & { retryAfter?: number | undefined }) => ({
  code,
  ...(reason && { reason }),
  ...(retryAfter && { retryAfter }),
  ...(mistakes.length > 0 && { errors: mistakes }),
  ...(notices.length > 0 && { notices }),
})

/** The field in graphql-js's message: `buyer.phone` of `$input`, or the variable's name. Null for other messages. */
function variableField(message: string): string | null {
  const variable = /^Variable "\$(\w+)" (?:got invalid value|of (?:required|non-null) type) /.exec(message)?.[1]
  if (variable === undefined) return null
  // Anchored, since the message has the value: it would be searched anew from each of its characters.
  const place = /^.* at "\w+((?:\.\w+|\[\d+\])+)"; /s.exec(message)?.[1] ?? ''
  const field = /; Field "(\w+)" (?:of required type|is not defined by type) /.exec(message)?.[1]
  return `${place}${field === undefined ? '' : `.${field}`}`.replace(/^\./, '') || variable
}

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, message, retryAfter } = refusal
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  return reply
    .status(status)
    .headers(errorHeaders(refusal))
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions: extensionsOf(refusal) }] })
}

/** Keeps Yoga's HTTP status for an error in the document itself. */
export function presentable(error: GraphQLError, log: FastifyBaseLogger, suggestions: boolean): GraphQLError {
  const shown = graphQLErrorOf(problemOfGraphQLError(error, log), error)
  // Suggestions would reveal the schema where introspection is off.
  if (!suggestions) shown.message = shown.message.replace(/ Did you mean .*\?$/, '')
  const { http } = error.extensions
  if (http && !error.originalError) shown.extensions.http = http
  return shown
}
