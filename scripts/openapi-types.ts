/** TypeScript for the paths of an OpenAPI document, in the form of openapi-typescript, which needs another TypeScript. */

// biome-ignore lint/suspicious/noExplicitAny: a part of the document, in which what is meant is looked for by name
type Json = { [name: string]: any }

const HEAD = '// Made by "npm run generate" of schema/openapi.json, for openapi-fetch.\n'
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const PLACES = ['query', 'header', 'path', 'cookie']

export function openApiTypes({ paths, components }: Json): string {
  const schemas = fields(components.schemas, (schema) => ({ type: typeOf(schema), isRequired: true }))
  return `${HEAD}export interface paths ${fields(paths, (path) => ({ type: pathType(path, components), isRequired: true }))}
export interface components { schemas: ${schemas} }
`
}

/** An object type with what `entryOf` makes of each entry. */
function fields(entries: Json, entryOf: (entry: Json, name: string) => { type: string; isRequired: boolean }): string {
  const lines = Object.entries(entries).map(([name, entry]) => {
    const { type, isRequired } = entryOf(entry, name)
    return `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${type}`
  })
  return `{ ${lines.join('; ')} }`
}

function pathType(path: Json, components: Json): string {
  const methods = METHODS.map((method) =>
    path[method] ? `${method}: ${operationType(path[method], components)}` : `${method}?: never`,
  )
  return `{ parameters: {}; ${methods.join('; ')} }`
}

function operationType({ parameters, requestBody, responses }: Json, components: Json): string {
  const given = PLACES.map((place) => {
    const inPlace = parameters.filter((parameter: Json) => parameter.in === place)
    if (inPlace.length === 0) return `${place}?: never`
    const byName = Object.fromEntries(inPlace.map((parameter: Json) => [parameter.name, parameter]))
    const isNeeded = inPlace.some(({ required }: Json) => required)
    return `${place}${isNeeded ? '' : '?'}: ${fields(byName, ({ schema, required }) => ({ type: typeOf(schema), isRequired: required }))}`
  })
  const body = requestBody
    ? `requestBody${requestBody.required ? '' : '?'}: { content: ${contentType(requestBody.content)} }`
    : 'requestBody?: never'
  const answers = fields(responses, ({ $ref, content }) => ({
    type: `{ content: ${contentType($ref ? components.responses[nameIn($ref)].content : content)} }`,
    isRequired: true,
  }))
  return `{ parameters: { ${given.join('; ')} }; ${body}; responses: ${answers.replace(/"(\d+)":/g, '$1:')} }`
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? ''

const contentType = (content: Json) => fields(content, ({ schema }) => ({ type: typeOf(schema), isRequired: true }))

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
    return fields(properties, (property, name) => ({ type: typeOf(property), isRequired: required.includes(name) }))
  }
  const { additionalProperties: others } = schema
  return `{ [name: string]: ${others && typeof others === 'object' ? typeOf(others) : 'unknown'} }`
}
