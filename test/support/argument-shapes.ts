import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType, isScalarType } from 'graphql'

/** What an argument is made of, whichever interface describes it. */
export type Shape =
  /** What may name something that a store has. */
  | { kind: 'text' }
  /** A cursor of the list that stands there in the answer. */
  | { kind: 'cursor'; list: readonly string[] }
  /** What names nothing: a number, a flag, a choice. */
  | { kind: 'value'; example: unknown }
  | { kind: 'list'; of: Shape }
  | { kind: 'fields'; fields: Readonly<Record<string, Field>> }
  /** Texts under names of the client's choice. */
  | { kind: 'names' }

export interface Field {
  shape: Shape
  required: boolean
}

export type Leaf = Extract<Shape, { kind: 'text' | 'cursor' | 'value' | 'names' }>

export interface Place {
  /** Where it stands: `checkout.items.id`. What only wraps the others (`input`) is left out, names are in camelCase. */
  path: string
  /** By what it stands in, when that is there. */
  required: boolean
  shape: Leaf
}

/** Every place of the shape that takes a value of its own. */
export function placesOf(shape: Shape, path: string, required = true): Place[] {
  if (shape.kind === 'list') return placesOf(shape.of, path, required)
  if (shape.kind !== 'fields') return [{ path, required, shape }]
  return Object.entries(shape.fields).flatMap(([name, field]) =>
    placesOf(field.shape, pathOf(path, name), field.required),
  )
}

/** An argument of this shape; `undefined` from `valueAt` leaves a place out. */
export function filled(shape: Shape, path: string, valueAt: (path: string) => unknown): unknown {
  if (shape.kind === 'list') {
    const entry = filled(shape.of, path, valueAt)
    return entry === undefined ? undefined : [entry]
  }
  if (shape.kind !== 'fields') return valueAt(path)
  const entries = Object.entries(shape.fields)
    .map(([name, field]) => [name, filled(field.shape, pathOf(path, name), valueAt)] as const)
    .filter(([, value]) => value !== undefined)
  return entries.length === 0 && entries.length < Object.keys(shape.fields).length
    ? undefined
    : Object.fromEntries(entries)
}

const pathOf = (path: string, name: string): string => (name === 'input' ? path : `${path}.${camelCase(name)}`)

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

export function shapeOfGraphQL(type: GraphQLInputType): Shape {
  if (isNonNullType(type)) return shapeOfGraphQL(type.ofType)
  if (isListType(type)) return { kind: 'list', of: shapeOfGraphQL(type.ofType) }
  if (isEnumType(type)) return { kind: 'value', example: type.getValues()[0]?.name }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((field) => [
      field.name,
      { shape: shapeOfGraphQL(field.type), required: isNonNullType(field.type) },
    ])
    return { kind: 'fields', fields: Object.fromEntries(fields) }
  }
  const examples: Record<string, unknown> = { Int: 1, Float: 1, Boolean: true, DateTime: '2030-01-31T12:00:00.000Z' }
  // A scalar of which nothing is known may hold anything.
  return isScalarType(type) && type.name in examples
    ? { kind: 'value', example: examples[type.name] }
    : { kind: 'text' }
}

/** A JSON Schema, as far as those of our routes go. */
export interface JsonSchema {
  type?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema
}

export function shapeOfJson(schema: JsonSchema): Shape {
  const { type, properties, items, required = [] } = schema
  const [choice] = (schema.anyOf ?? []).filter((option) => option.type !== 'null')
  if (choice) return shapeOfJson(choice)
  if (schema.enum) return { kind: 'value', example: schema.enum[0] }
  if (type === 'integer' || type === 'number') return { kind: 'value', example: 1 }
  if (type === 'boolean') return { kind: 'value', example: true }
  if (items) return { kind: 'list', of: shapeOfJson(items) }
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [
      name,
      { shape: shapeOfJson(field), required: required.includes(name) },
    ])
    return { kind: 'fields', fields: Object.fromEntries(fields) }
  }
  return type === 'object' ? { kind: 'names' } : { kind: 'text' }
}
