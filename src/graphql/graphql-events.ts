import { type ExecutionResult, GraphQLError } from 'graphql'
import { EVENT_STREAM, type Events } from '../http/event-stream.ts'
import { statusOf } from '../http/status.ts'
import type { ProblemCode } from '../platform/problem.ts'
import type { ServerPlugin } from './limits/graphql-limits.ts'

/** What has become of a request's subscription. */
export interface Subscription {
  /** Whether the document is one. */
  isAsked: boolean
  /** What it tells; null until it has begun. */
  results: AsyncIterableIterator<ExecutionResult> | null
}

/** Whether an `Accept` header names streams of events. A wildcard comes from clients who wait for one answer. */
const acceptsEvents = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === EVENT_STREAM)

const NOT_ACCEPTED = 'Subscriptions are answered as text/event-stream, which Accept must name'

/** Before all other plugins: refuses subscriptions of clients who expect one answer. */
const begin: ServerPlugin = {
  onSubscribe({ args, setResultAndStopExecution }) {
    const { accept, subscription } = args.contextValue
    subscription.isAsked = true
    if (acceptsEvents(accept)) return
    setResultAndStopExecution({ errors: [new GraphQLError(NOT_ACCEPTED, { extensions: { http: { status: 406 } } })] })
  },
}

/**
 * Behind all other plugins: takes what a subscription tells away from Yoga, which would hold on to clients who do not
 * read. One that does not begin is answered in JSON, with the status of its error.
 */
const answer: ServerPlugin = {
  onResultProcess({ result, serverContext, setResultProcessor }) {
    const { subscription } = serverContext
    if (!subscription.isAsked) return
    if (Symbol.asyncIterator in result) {
      // Yoga gives it as graphql-js has made it.
      subscription.results = result as unknown as AsyncIterableIterator<ExecutionResult>
      setResultProcessor((_, { Response }) => new Response(null, { status: 200 }), EVENT_STREAM)
    } else {
      setResultProcessor((refused, { Response }) => refusal(refused as ExecutionResult, Response), 'application/json')
    }
  },
}

export const subscriptions = { begin, answer }

function refusal({ errors = [] }: ExecutionResult, { json }: Pick<typeof Response, 'json'>): Response {
  const { code, retryAfter, http } = (errors[0]?.extensions ?? {}) as {
    code: ProblemCode
    retryAfter?: number
    http?: { status?: number }
  }
  const shown = errors.map(({ message, path, extensions: { http: _, ...extensions } }) => ({
    message,
    ...(path && { path }),
    extensions,
  }))
  return json(
    { errors: shown },
    {
      status: http?.status ?? statusOf[code],
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    },
  )
}

/** The events of a subscription as the protocol "GraphQL over SSE" names them. */
export const eventsOf = (
  results: AsyncIterableIterator<ExecutionResult>,
  present: (error: GraphQLError) => GraphQLError,
): Events<ExecutionResult> => ({
  source: results,
  eventOf: ({ errors, ...result }) => ({
    event: 'next',
    data: JSON.stringify({ ...(errors && { errors: errors.map(present) }), ...result }),
  }),
  farewell: () => ({ event: 'complete', data: '' }),
})
