import { type GraphQLSchema, Kind } from 'graphql'
import type { z } from 'zod'
import { refusedInput } from '../../platform/input/issues.ts'
import { parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { problemOfGraphQLError } from '../graphql/present-problem.ts'
import { ruleOf } from '../graphql/schema/operation-plugin.ts'
import { Moved } from '../http/moved.ts'
import { compileOperation } from './compiled-operation.ts'
import type { Route } from './route.ts'

export interface RouteRequest {
  params: unknown
  query: unknown
  body: unknown
}

/** For an admitted request. @returns the answer, or `Moved` @throws Problem */
export async function executeRoute(schema: GraphQLSchema, route: Route, request: RouteRequest, context: Context) {
  const query = parseQuery(route, request.query)
  const body = await parseBody(route, request.body, context)
  const run = operationOf(schema, route)
  const { data, errors } = await run(route.variables({ params: request.params, query, body }), context)
  const [error] = errors ?? []
  if (error) throw problemOfGraphQLError(error, context.log)
  if (isFound(data)) {
    const path = route.movedTo?.(data, request.params) ?? null
    return path === null ? route.toResponse(data, context.store) : new Moved(path)
  }
  if (route.notFound) throw new Problem('NOT_FOUND', route.notFound.message, { reason: route.notFound.reason })
  if (route.whenEmpty === undefined)
    throw new Error(`${route.method} ${route.path} found nothing and does not say what then`)
  return route.whenEmpty
}

const operations = new WeakMap<Route, ReturnType<typeof compileOperation>>()

/** Compiled at its first request, so that a start does not wait. */
function operationOf(schema: GraphQLSchema, route: Route) {
  const known = operations.get(route)
  if (known) return known
  const operation = compileOperation(schema, route.operation)
  operations.set(route, operation)
  return operation
}

async function parseBody({ body, onInvalidBody }: Route, given: unknown, context: Context) {
  if (!body) return {}
  try {
    return parseInput(body, given)
  } catch (error) {
    if (error instanceof Problem) await onInvalidBody?.(context, given, error)
    throw error
  }
}

const isFound = (data: unknown) => Object.values(data ?? {}).every((field) => field !== null)

/** @throws Problem BAD_USER_INPUT */
export function parseQuery({ query }: Route, given: unknown) {
  if (!query) return {}
  const result = query.safeParse(given)
  if (!result.success) throw refusedInput({ issues: result.error.issues.map(ofParameter) })
  refuseMisspelt(Object.keys(query.shape), Object.keys(given ?? {}))
  return result.data
}

/** Names the parameter alone, not the place in it. */
const ofParameter = (issue: z.core.$ZodIssue) => ({ ...issue, path: issue.path.slice(0, 1) })

/**
 * Refuses near misses such as `minPrice` for `min_price`; others, such as trackers', are ignored.
 * @throws Problem BAD_USER_INPUT
 */
function refuseMisspelt(known: readonly string[], given: readonly string[]): void {
  for (const name of given) {
    const meant = known.includes(name) ? undefined : known.find((other) => letters(other) === letters(name))
    if (meant)
      throw new Problem('BAD_USER_INPUT', `There is no parameter "${name}". Did you mean ${meant}?`, { field: name })
  }
}

/** Without case, separators and plural. */
const letters = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '')

export function routeOperation(schema: GraphQLSchema, route: Route) {
  const definition = route.operation.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const field = definition?.selectionSet.selections[0]
  if (!definition || field?.kind !== Kind.FIELD) {
    throw new Error(`${route.method} ${route.path} needs an operation with a root field`)
  }
  const name = field.name.value
  return { name, rule: ruleOf(schema, definition.operation, name) }
}
