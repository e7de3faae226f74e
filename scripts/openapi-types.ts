/** TypeScript for an OpenAPI document, in the form of openapi-typescript, which needs another TypeScript. */

// biome-ignore lint/suspicious/noExplicitAny: a part of the document, in which what is meant is looked for by name
export type Json = { [name: string]: any }

const HEAD = '// Made by "npm run generate" of schema/openapi.json.\n'
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const PLACES = ['query', 'header', 'path', 'cookie']

export function openApiTypes({ paths, components }: Json): string {
  const schemas = fields(components.schemas, (schema) => ({ type: typeOf(schema), schema }))
  const operations = Object.fromEntries(
    Object.values<Json>(paths).flatMap((path) =>
      METHODS.flatMap((method) => (path[method] ? [[path[method].operationId, path[method]]] : [])),
    ),
  )
  const described = fields(operations, (operation) => ({
    type: operationType(operation, components),
    schema: { description: [operation.summary, operation.description].filter(Boolean).join('\n\n') },
  }))
  return `${HEAD}export interface paths ${fields(paths, (path) => ({ type: pathType(path) }))}
export interface operations ${described}
export interface components { schemas: ${schemas} }
`
}

interface Field {
  type: string
  isRequired?: boolean
  /** Of what the field's comment says. */
  schema?: Json
}

/** An object type with what `fieldOf` makes of each entry. */
function fields(entries: Json, fieldOf: (entry: Json, name: string) => Field): string {
  const lines = Object.entries(entries).map(([name, entry]) => {
    const { type, isRequired = true, schema } = fieldOf(entry, name)
    return `${schema ? comment(schema) : ''}${JSON.stringify(name)}${isRequired ? '' : '?'}: ${type}`
  })
  return `{\n${lines.join('\n')}\n}`
}

function comment({ description, deprecated }: Json): string {
  const lines = [...(description ? description.split('\n') : []), ...(deprecated ? ['@deprecated'] : [])]
  if (lines.length === 0) return ''
  return `/**\n${lines.map((line) => ` * ${line.replaceAll('*/', '*\\/')}`.trimEnd()).join('\n')}\n */\n`
}

function pathType(path: Json): string {
  const methods = METHODS.map((method) =>
    path[method] ? `${method}: operations[${JSON.stringify(path[method].operationId)}]` : `${method}?: never`,
  )
  return `{\nparameters: {}\n${methods.join('\n')}\n}`
}

function operationType({ parameters, requestBody, responses }: Json, components: Json): string {
  const given = PLACES.map((place) => {
    const inPlace = parameters.filter((parameter: Json) => parameter.in === place)
    if (inPlace.length === 0) return `${place}?: never`
    const byName = Object.fromEntries(inPlace.map((parameter: Json) => [parameter.name, parameter]))
    const isNeeded = inPlace.some(({ required }: Json) => required)
    const type = fields(byName, (parameter) => ({
      type: typeOf(parameter.schema),
      isRequired: parameter.required,
      schema: parameter,
    }))
    return `${place}${isNeeded ? '' : '?'}: ${type}`
  })
  const body = requestBody
    ? `requestBody${requestBody.required ? '' : '?'}: { content: ${contentType(requestBody.content)} }`
    : 'requestBody?: never'
  const answers = fields(responses, ({ $ref, content }) => {
    const shown = $ref ? components.responses[nameIn($ref)].content : content
    // A 304 has none.
    return { type: shown ? `{ content: ${contentType(shown)} }` : '{ content?: never }' }
  })
  return `{\nparameters: {\n${given.join('\n')}\n}\n${body}\nresponses: ${answers.replace(/"(\d+)":/g, '$1:')}\n}`
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? ''

const contentType = (content: Json) => fields(content, ({ schema }) => ({ type: typeOf(schema) }))

function typeOf(schema: Json): string {
  const { $ref, const: only, enum: values, anyOf, oneOf, allOf, type, items, properties, required = [] } = schema
  if ($ref) return `components["schemas"][${JSON.stringify(nameIn($ref))}]`
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.map((value: unknown) => JSON.stringify(value)).join(' | ')
  if (anyOf ?? oneOf) return `(${(anyOf ?? oneOf).map(typeOf).join(' | ')})`
  if (allOf) return `(${allOf.map(typeOf).join(' & ')})`
  if (Array.isArray(type)) return `(${type.map((one) => typeOf({ ...schema, type: one })).join(' | ')})`
  if (type === 'array') return `(${items ? typeOf(items) : 'unknown'})[]`
  if (type === 'integer') return 'number'
  if (type !== 'object') return type ?? 'unknown'
  if (properties) {
    return fields(properties, (property, name) => ({
      type: typeOf(property),
      isRequired: required.includes(name),
      schema: property,
    }))
  }
  const { additionalProperties: others } = schema
  return `{ [name: string]: ${others && typeof others === 'object' ? typeOf(others) : 'unknown'} }`
}
