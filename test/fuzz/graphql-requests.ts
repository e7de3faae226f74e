import fc from 'fast-check'
import {
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type OperationTypeNode,
} from 'graphql'
import { mangled, mangledText } from './mangle.ts'
import { anyText, oddText, oddValue, Written, written } from './odd-values.ts'
import { oddHeaders, type Request } from './requests.ts'
import { type Known, rightValue, type Shape, shapeOfInput } from './shape.ts'

/** Where a schema is served, and what lets a request in. */
export interface Endpoint {
  urls: readonly { url: string; headers: Record<string, string> }[]
  /** A credential that a request may have; a third of them do. */
  credential: Record<string, string>
}

export interface RootField {
  kind: 'query' | 'mutation'
  field: GraphQLField<unknown, unknown>
}

export const rootFieldsOf = (schema: GraphQLSchema): RootField[] =>
  (['query', 'mutation'] as const).flatMap((kind) =>
    // The values of graphql's enum are these very words.
    Object.values(schema.getRootType(kind as OperationTypeNode)?.getFields() ?? {}).map((field) => ({ kind, field })),
  )

/** A document that calls the field with a variable for each argument, and asks for all that it gives. */
function documentOf({ kind, field: { name, args, type } }: RootField): string {
  const variables = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  return `${kind} Fuzz${variables && `(${variables})`} { ${name}${given && `(${given})`} ${selectionOf(type, 0)} }`
}

function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).flatMap((field) => {
    const isAsked = field.name !== 'edges' && !field.args.some((arg) => isNonNullType(arg.type))
    const isLeaf = isLeafType(getNamedType(field.type))
    if (!isAsked || (!isLeaf && depth > 1)) return []
    return [isLeaf ? field.name : `${field.name} ${selectionOf(field.type, depth + 1)}`]
  })
  return `{ ${fields.join(' ') || '__typename'} }`
}

/** A GET of the right document and nothing else: answered, but for a mutation, which is refused in GraphQL's own shape. */
export const documentAlone = (root: RootField, { urls }: Endpoint): Request[] =>
  urls.map(({ url, headers }) => ({
    method: 'GET',
    url: `${url}?query=${encodeURIComponent(documentOf(root))}`,
    headers: { accept: 'application/json', ...headers },
  }))

/** Documents that are no good, or ask for more than they should. */
const documentFaults: ((document: string) => string)[] = [
  (document) => document.replace(/: (\w+)!/, ': [$1]'),
  (document) => document.replace(/\$(\w+): [\w[\]!]+/, '$$$1: Nothing'),
  (document) => document.replace(/\((.*?)\)/, ''),
  (document) => document.replace('{', '{ ...All } fragment All on Query { ...All } query Other {'),
  (document) => document.replace('{', '@include(if: $no) {'),
  (document) => document.replace('{', '@skip(if: "x") {'),
  (document) => document.replace('{', '{ __typename @defer '),
  (document) => document.replace('query', 'subscription').replace('mutation', 'subscription'),
  (document) => document.replace('}', 'nothing }'),
  (document) => `${document} ${document}`,
  (document) => `${document} type Query { a: Int }`,
  (document) => document.replace(/\{ /g, '{ a: __typename b: __typename '),
  (document) => `${'{a'.repeat(400)}${'}'.repeat(400)} ${document}`,
  (document) => `${document} #${'x'.repeat(60_000)}`,
  (document) => document.replace('Fuzz', '__proto__'),
  (document) => document.replace('{', `{ x: __type(name: "\\uD800") { name } `),
  (document) => document.replace(/: \$(\w+)/, ': $$$1 $1: null'),
  (document) => document.replace(/: \$\w+/, ': {a: [1, {b: "\\u0000"}], __proto__: ENUM}'),
  (document) => document.replace(/: \$\w+/, ': 99999999999999999999'),
  (document) => document.replace(/: \$\w+/, ': """block \\u{110000}"""'),
]

/** Requests for a root field that are nearly right: at least one thing is wrong with each. */
export function requestsFor(root: RootField, { urls, credential }: Endpoint, known: Known): fc.Arbitrary<Request> {
  const { args } = root.field
  const shape: Shape = {
    type: 'object',
    properties: Object.fromEntries(args.map(({ name, type }) => [name, shapeOfInput(type)])),
    required: args.filter(({ type }) => isNonNullType(type)).map(({ name }) => name),
  }
  const document = documentOf(root)
  const right = rightValue(shape, known)
  const body = right.map((variables) => ({ query: document, variables }))
  const many = fc.tuple(body, mangled(right, 4)).map(([whole, variables]) => ({ ...whole, variables }))
  const few = fc.tuple(body, mangled(right)).map(([whole, variables]) => ({ ...whole, variables }))
  const oddDocument = fc.oneof(
    fc.constantFrom(...documentFaults).map((wrong) => wrong(document)),
    mangledText(fc.constant(document)).map(String),
    fc.tuple(anyText, fc.nat(document.length)).map(([odd, at]) => document.slice(0, at) + odd + document.slice(at)),
    oddValue,
  )
  const wrongDocument = fc.tuple(body, oddDocument).map(([whole, query]) => ({ ...whole, query }))
  const oddBeside = fc
    .tuple(
      body,
      fc.constantFrom('operationName', 'extensions', 'variables', 'id', 'doc_id', '__proto__', 'then'),
      oddValue,
    )
    .map(([whole, name, odd]) => new Written(`${written(whole).slice(0, -1)},${JSON.stringify(name)}:${written(odd)}}`))
  const batch = fc.array(body, { maxLength: 3 })

  const where = fc.constantFrom(...urls)
  const post = (payload: fc.Arbitrary<string | Buffer>, mayEnter: boolean, odd = fc.constant<Request['headers']>({})) =>
    fc.tuple(where, payload, odd, fc.nat(2)).map(
      ([{ url, headers }, payload, odd, who]): Request => ({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers, ...(mayEnter && who === 0 && credential), ...odd },
        payload,
      }),
    )
  const parameter = fc.oneof(oddText, fc.constantFrom(document, '{}', '[]', 'null', '{"input":', '{__typename}'))
  const get = fc
    .tuple(where, fc.array(fc.tuple(fc.constantFrom('query', 'variables', 'operationName', 'extensions'), parameter)))
    .map(
      ([{ url, headers }, pairs]): Request => ({
        method: 'GET',
        url: `${url}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.replace(/\p{Surrogate}/gu, '%'))}`).join('&')}`,
        headers: { accept: 'application/json', ...headers },
      }),
    )
  const hasArgs = args.length > 0
  return fc.oneof(
    { weight: hasArgs ? 16 : 2, arbitrary: post(many.map(written), true) },
    { weight: hasArgs ? 3 : 1, arbitrary: post(few.map(written), true) },
    { weight: 12, arbitrary: post(wrongDocument.map(written), true) },
    { weight: 4, arbitrary: post(oddBeside.map(written), false) },
    { weight: 8, arbitrary: post(mangledText(body.map(written)), false) },
    { weight: 1, arbitrary: post(body.map(written), true, oddHeaders) },
    { weight: 1, arbitrary: post(batch.map(written), false) },
    { weight: 3, arbitrary: get },
  )
}
