import { type ExecutionResult, type GraphQLSchema, subscribe } from 'graphql'
import type { Context } from '../context.ts'
import { problemOfGraphQLError } from '../graphql/present-problem.ts'
import type { Events } from '../http/event-stream.ts'
import { parseQuery } from './execute-route.ts'
import type { Route, RouteEvents } from './route.ts'

export interface EventsRequest {
  params: unknown
  query: unknown
  /** `Last-Event-ID`: what the client got before it lost the connection. */
  lastEventId: string | undefined
}

/** For an admitted request. @throws Problem */
export async function openEvents(
  schema: GraphQLSchema,
  route: Route & { events: RouteEvents },
  { params, query, lastEventId }: EventsRequest,
  context: Context,
): Promise<Events<ExecutionResult>> {
  const variableValues = route.variables({ params, query: parseQuery(route, query), body: {} })
  const source = await subscribe({ schema, document: route.operation, variableValues, contextValue: context })
  if (!(Symbol.asyncIterator in source)) {
    const [error] = source.errors ?? []
    throw error ? problemOfGraphQLError(error, context.log) : new Error(`${route.path} has begun nothing`)
  }
  const { name, id, isLast } = route.events
  let known = lastEventId
  let last = false
  return {
    source,
    eventOf({ data, errors }) {
      const [error] = errors ?? []
      if (error) throw problemOfGraphQLError(error, context.log)
      last = isLast(data)
      const event = { event: name, id: id(data), data: JSON.stringify(route.toResponse(data, context.store)) }
      const isKnown = event.id === known
      known = undefined
      return isKnown ? null : event
    },
    farewell: () => ({ event: 'end', data: JSON.stringify({ final: last }) }),
  }
}
