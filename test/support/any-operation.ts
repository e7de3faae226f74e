import {
  type GraphQLInputType,
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
import type { OperationRule } from '../../src/gateway/admission.ts'
import { ruleOf } from '../../src/gateway/operation-plugin.ts'
import { routeRule } from '../../src/rest/execute-route.ts'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/routes.ts'
import { schema } from '../../src/schema.ts'
import { type Caller, graphql, rest } from './client.ts'
import type { Shop } from './shop.ts'

/** Something that a client can ask for: read from the schema and the routes, so that a new one is here by itself. */
export interface Operation {
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

export interface RootField extends Operation {
  kind: 'query' | 'mutation'
  field: string
  /** A selection of it, under an alias when there is one: `a: store { __typename }`. */
  selection(alias?: string): string
}

const kinds = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
] as const

export const rootFields: RootField[] = kinds.flatMap(([kind, type]) =>
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
      call: (shop, subdomain, caller) => ask(shop, subdomain, `${kind} { ${selection()} }`, caller),
    }
  }),
)

export interface RouteOperation extends Operation {
  route: Route
  /** The root field that it runs first, and whose rule stands for it. */
  field: RootField
}

export const routeOperations: RouteOperation[] = routes.map((route) => {
  const definition = route.operation.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const node = definition?.selectionSet.selections[0]
  const field = rootFields.find(({ field }) => node?.kind === Kind.FIELD && field === node.name.value)
  if (!field) throw new Error(`${route.path} runs no root field`)
  return {
    route,
    field,
    name: `${route.method} ${route.path}`,
    rule: routeRule(schema, route),
    async call(shop, subdomain, caller) {
      const url = route.path.replace(':subdomain', subdomain).replace(/:\w+/g, 'x')
      const accepting = { ...caller, headers: { accept: 'application/json', ...caller?.headers } }
      const { status, headers, body } = await rest(shop, route.method, url, route.body ? {} : undefined, accepting)
      return { status, code: String(status), message: body.error ?? '', headers, body }
    },
  }
})

/** Sends a document. */
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

let lastNeighbour = 0
/** An address that nobody else in this test file has. */
export function ownAddress(): string {
  lastNeighbour += 1
  return `203.0.${lastNeighbour >> 8}.${lastNeighbour & 255}`
}
