import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
} from 'graphql'
import type { OperationRule } from '../../src/api/admission/admission.ts'
import { ruleOf } from '../../src/api/graphql/schema/operation-plugin.ts'
import { routeOperation } from '../../src/api/rest/execute-route.ts'
import { openApiDocument } from '../../src/api/rest/openapi.ts'
import type { Method, Route } from '../../src/api/rest/route.ts'
import { routes } from '../../src/process/routes.ts'
import { schema } from '../../src/process/schema.ts'
import { filled, type JsonSchema, type Place, placesOf, shapeOfJson } from './argument-shapes.ts'
import { type Caller, graphql, rest } from './call.ts'
import type { Shop } from './shop.ts'
import { selectionOf, type Variable } from './whole-selection.ts'

// Every operation there is, read from the schemas and the routes, so that a new one is here by itself.

/** An operation of an interface, in a form that a program can call with any values. */
export interface Operation {
  name: string
  /** Every place of its arguments that takes a value. */
  places: Place[]
  /** The call, with what `valueAt` has for each place; `undefined` leaves it out. */
  request(subdomain: string, valueAt: (path: string) => unknown): Request
}

export interface Request {
  method: Method
  url: string
  body?: unknown
  /** Beyond what every client sends. */
  headers?: Record<string, string>
}

/** Every root field of a schema that is served at `/api/sites/:subdomain` and `path`, asked for all that it can answer. */
export function graphqlOperations(schema: GraphQLSchema, path: string): Operation[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    (type) => type != null,
  )
  return roots.flatMap((root) =>
    Object.values(root.getFields()).map((field): Operation => {
      const variables: Variable[] = []
      const selection = selectionOf(field, [field.name], [], variables)
      const declared = variables.map(({ name, type }) => `$${name}: ${type}`).join(', ')
      const query = `${root.name.toLowerCase()} ${declared && `(${declared})`} { ${selection} }`
      return {
        name: field.name,
        places: variables.flatMap(({ path, shape, required }) => placesOf(shape, path, required)),
        request: (subdomain, valueAt) => ({
          method: 'POST',
          url: `/api/sites/${subdomain}${path}`,
          ...(root === schema.getSubscriptionType() && { headers: { accept: 'text/event-stream' } }),
          body: {
            query,
            variables: Object.fromEntries(
              variables.map(({ name, path, shape }) => [name, filled(shape, path, valueAt)]),
            ),
          },
        }),
      }
    }),
  )
}

interface Endpoint {
  operationId: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
}

/** The part of a document with what it refers to in place of each reference. */
function resolved(part: unknown, document: object): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((entry) => resolved(entry, document))
  if (!('$ref' in part))
    return Object.fromEntries(Object.entries(part).map(([key, at]) => [key, resolved(at, document)]))
  const path = String(part.$ref).split('/').slice(1)
  return resolved(
    path.reduce<any>((at, key) => at[key], document),
    document,
  )
}

/** Every route, as its own description tells what it takes. */
export function restOperations(routes: readonly Route[]): Operation[] {
  const document = openApiDocument(routes, schema)
  const paths = resolved(document.paths, document) as typeof document.paths
  const ofRoutes = new Set(routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))
  return Object.entries(paths)
    .filter(([path]) => ofRoutes.has(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]): Operation => {
        const { operationId, parameters, requestBody } = described as Endpoint
        const given = parameters.filter((parameter) => parameter.name !== 'subdomain' && parameter.in !== 'header')
        const body = requestBody && shapeOfJson(requestBody.content['application/json'].schema)
        return {
          name: `${method.toUpperCase()} ${path.replace('/api/sites/{subdomain}', '')}`,
          places: [
            ...given.flatMap(({ name, required, schema }) =>
              placesOf(shapeOfJson(schema), `${operationId}.${name}`, required),
            ),
            ...(body ? placesOf(body, operationId) : []),
          ],
          request(subdomain, valueAt) {
            const values = given.map((parameter) => ({
              ...parameter,
              value: valueAt(`${operationId}.${parameter.name}`),
            }))
            const query = values.filter((parameter) => parameter.in === 'query' && parameter.value !== undefined)
            const search = new URLSearchParams(
              // Of an object each entry is a parameter.
              query.flatMap(({ name, value }) =>
                typeof value === 'object' ? Object.entries(value as Record<string, string>) : [[name, String(value)]],
              ),
            )
            const url = values
              .filter((parameter) => parameter.in === 'path')
              .reduce(
                (whole, { name, value }) => whole.replace(`{${name}}`, encodeURIComponent(String(value))),
                path.replace('{subdomain}', subdomain),
              )
            return {
              method: method.toUpperCase() as Request['method'],
              url: query.length > 0 ? `${url}?${search}` : url,
              ...(body && { body: filled(body, operationId, valueAt) ?? {} }),
            }
          },
        }
      }),
    )
}

/** The same as a request that can be sent at once; for storefronts, where every operation has a rule. */
export interface RuledOperation {
  name: string
  rule: OperationRule
  /** Asks for it once, with as little as is well-formed; what comes back is mostly a refusal of the input. */
  call(shop: Shop, subdomain: string, caller?: Caller): Promise<Answer>
}

export interface Answer {
  /** As REST has it; over GraphQL, what the error's code stands for is for the test to know. */
  status: number
  /** The code over GraphQL, the status as text over REST. */
  code: string
  message: string
  headers: Record<string, unknown>
  body: any
}

export interface RootField extends RuledOperation {
  kind: 'query' | 'mutation' | 'subscription'
  field: string
  /** A selection of it, under an alias when there is one: `a: store { __typename }`. */
  selection(alias?: string): string
}

const kinds = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
  ['subscription', schema.getSubscriptionType()],
] as const

const allRootFields: RootField[] = kinds.flatMap(([kind, type]) =>
  Object.values(type?.getFields() ?? {}).map((field): RootField => {
    const given = field.args.filter(isRequiredArgument).map(({ name, type }) => `${name}: ${literal(type)}`)
    const below = isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''
    const text = `${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${below}`
    const selection = (alias?: string) => (alias ? `${alias}: ${text}` : text)
    return {
      kind,
      name: `${kind} ${field.name}`,
      field: field.name,
      rule: ruleOf(schema, kind, field.name),
      selection,
      call: (shop, subdomain, caller) => ask(shop, subdomain, `${kind} { ${selection()} }`, accepting(kind, caller)),
    }
  }),
)

const accepting = (kind: RootField['kind'], caller: Caller = {}): Caller =>
  kind === 'subscription' ? { ...caller, headers: { accept: 'text/event-stream', ...caller.headers } } : caller

/** Those that may stand in one document with others. */
export const rootFields = allRootFields.filter(({ kind }) => kind !== 'subscription')

export interface RouteOperation extends RuledOperation {
  route: Route
  /** The root field that it runs first, and whose rule stands for it. */
  field: RootField
}

export const routeOperations: RouteOperation[] = routes.map((route) => {
  const definition = route.operation.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const node = definition?.selectionSet.selections[0]
  const field = allRootFields.find(({ field }) => node?.kind === Kind.FIELD && field === node.name.value)
  if (!field) throw new Error(`${route.path} runs no root field`)
  return {
    route,
    field,
    name: `${route.method} ${route.path}`,
    rule: routeOperation(schema, route).rule,
    async call(shop, subdomain, caller) {
      const url = route.path.replace(':subdomain', subdomain).replace(/:\w+/g, 'x')
      const accepting = { ...caller, headers: { accept: 'application/json', ...caller?.headers } }
      const { status, headers, body } = await rest(shop, route.method, url, route.body ? {} : undefined, accepting)
      return { status, code: String(status), message: body.error ?? '', headers, body }
    },
  }
})

export async function ask(shop: Shop, subdomain: string, query: string, caller?: Caller): Promise<Answer> {
  const { status, headers, body } = await graphql(shop, subdomain, query, {}, caller)
  const [error] = body.errors ?? []
  return { status, code: error?.extensions.code ?? '', message: error?.message ?? '', headers, body }
}

/** Some value of the type, with nothing that may be left out. */
function literal(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(type.ofType)
  if (isListType(type)) return `[${literal(type.ofType)}]`
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null'
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField)
    return `{ ${fields.map(({ name, type }) => `${name}: ${literal(type)}`).join(', ')} }`
  }
  return { Int: '1', Float: '1', Boolean: 'true', DateTime: '"2026-01-01T00:00:00Z"' }[type.name] ?? '"x"'
}
