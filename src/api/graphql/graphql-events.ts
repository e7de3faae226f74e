import { type ExecutionResult, GraphQLError } from 'graphql'
import type { ProblemCode } from '../../platform/problem.ts'
import { EVENT_STREAM, type Events } from '../http/event-stream.ts'
import { statusOf } from '../http/status.ts'
import type { ServerPlugin } from './limits/graphql-limits.ts'

export interface Subscription {
  /** Whether the document is a subscription. */
  isAsked: boolean
  /** Null until it has begun. */
  results: AsyncIterableIterator<ExecutionResult> | null
}

/** A wildcard comes from clients who wait for one answer. */
export const acceptsEvents = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === EVENT_STREAM)

const NOT_ACCEPTED = 'Subscriptions are answered as text/event-stream, which Accept must name'

/** Must be the first plugin: refuses subscriptions of clients who expect one answer. */
const begin: ServerPlugin = {
  onSubscribe({ args, setResultAndStopExecution }) {
    const { accept, subscription } = args.contextValue
    subscription.isAsked = true
    if (acceptsEvents(accept)) return
    setResultAndStopExecution({ errors: [new GraphQLError(NOT_ACCEPTED, { extensions: { http: { status: 406 } } })] })
  },
}

/**
 * Must be the last plugin: takes the results away from Yoga, which would hold on to clients who do not read. A
 * subscription that does not begin is answered in JSON.
 */
const answer: ServerPlugin = {
  onResultProcess({ result, serverContext, setResultProcessor }) {
    const { subscription } = serverContext
    if (!subscription.isAsked) return
    if (Symbol.asyncIterator in result) {
      // Yoga passes on graphql-js's iterator.
      subscription.results = result as unknown as AsyncIterableIterator<ExecutionResult>
      setResultProcessor((_, { Response }) => new Response(null, { status: 200 }), EVENT_STREAM)
    } else {
      // Yoga's results are iterators or these.
      setResultProcessor((refused, { Response }) => refusal(refused as ExecutionResult, Response), 'application/json')
    }
  },
}

export const subscriptions = { begin, answer }

function refusal({ errors = [] }: ExecutionResult, { json }: Pick<typeof Response, 'json'>): Response {
  // What `present` of the service writes: `code` and `retryAfter` of a Problem; Yoga's own errors have `http`.
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

/** Named as in the protocol "GraphQL over SSE". */
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
