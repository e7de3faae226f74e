import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { openApiDocument } from '../../src/rest/openapi.ts'
import type { Route } from '../../src/rest/route.ts'
import {
  type Field,
  filled,
  type JsonSchema,
  type Place,
  placesOf,
  shapeOfGraphQL,
  shapeOfJson,
} from './argument-shapes.ts'

/** An operation of an interface, in a form that a program can call. */
export interface Operation {
  name: string
  /** Every place of its arguments that takes a value. */
  places: Place[]
  /** The call, with what `valueAt` has for each place; `undefined` leaves it out. */
  request(subdomain: string, valueAt: (path: string) => unknown): Request
}

export interface Request {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  body?: unknown
}

/** Every root field of a schema that is served at `/api/sites/:subdomain` and `path`, asked for all that it can answer. */
export function graphqlOperations(schema: GraphQLSchema, path: string): Operation[] {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null)
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

/** An argument, of the root field or of one below it. */
interface Variable extends Field {
  name: string
  /** `me.orders.after`; see `Place`. */
  path: string
  /** In GraphQL's words. */
  type: string
}

type AnyField = GraphQLField<unknown, unknown>

/** The field with its arguments, which become variables, and all below it; a type that is being answered is not entered again. */
function selectionOf(field: AnyField, at: string[], within: GraphQLObjectType[], variables: Variable[]): string {
  const named = getNamedType(field.type)
  const passed = field.args.map((arg) => {
    const variable = variableOf(arg, at, named)
    variables.push(variable)
    return `${arg.name}: $${variable.name}`
  })
  const call = field.name + (passed.length > 0 ? `(${passed.join(', ')})` : '')
  if (isLeafType(named)) return call
  if (!isObjectType(named)) throw new Error(`${at.join('.')} is a ${named}: teach operations.ts to select from that`)

  const below = Object.values(named.getFields()).filter(({ type }) => !within.includes(getNamedType(type) as never))
  const selections = below.map((child) =>
    child.name === 'edges'
      ? 'edges { cursor }'
      : selectionOf(child, [...at, child.name], [...within, named], variables),
  )
  return `${call} { ${selections.join(' ')} }`
}

function variableOf(arg: GraphQLArgument, at: string[], answer: unknown): Variable {
  const place = at.filter((name) => name !== 'nodes')
  return {
    name: [...place, arg.name].join('_'),
    path: [...place, ...(arg.name === 'input' ? [] : [arg.name])].join('.'),
    type: String(arg.type),
    required: isNonNullType(arg.type),
    shape:
      arg.name === 'after' && isObjectType(answer) && answer.getFields().pageInfo
        ? { kind: 'cursor', list: at }
        : shapeOfGraphQL(arg.type),
  }
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
  const document = openApiDocument(routes)
  const paths = resolved(document.paths, document) as typeof document.paths
  return Object.entries(paths).flatMap(([path, methods]) =>
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
          const search = new URLSearchParams(query.map(({ name, value }) => [name, String(value)]))
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
