import fc from 'fast-check'
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql'

/** What an input should look like: the part of JSON Schema that the API's inputs need. */
export interface Shape {
  type?: string
  enum?: readonly unknown[]
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
  additionalProperties?: Shape | boolean
  anyOf?: readonly Shape[]
  minimum?: number
  maximum?: number
}

/** Values under the names of fields, so that what is not mangled gets far into the service. */
export type Known = Record<string, readonly unknown[]>

/** The shape of a GraphQL argument or input field, to a depth where inputs that hold themselves end. */
export function shapeOfInput(type: GraphQLInputType, depth = 0): Shape {
  if (isNonNullType(type)) return shapeOfInput(type.ofType, depth)
  if (isListType(type)) return { type: 'array', items: shapeOfInput(type.ofType, depth) }
  if (isEnumType(type)) return { enum: type.getValues().map(({ name }) => name) }
  if (!isInputObjectType(type)) return { type: scalars[type.name] ?? 'string' }
  const fields = depth > 5 ? [] : Object.values(type.getFields())
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, shapeOfInput(field.type, depth + 1)])),
    required: fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name),
  }
}

const scalars: Record<string, string> = { Int: 'integer', Float: 'number', Boolean: 'boolean', ID: 'string' }

const plainText = fc.constantFrom('Assam', 'Strong and bright.', 'x', 'Two words')

/** A value as it should be, or nearly: bounds and formats that the shape does not tell are left to what is known. */
export function rightValue(shape: Shape, known: Known, name = ''): fc.Arbitrary<unknown> {
  const values = shape.type === 'object' || shape.type === 'array' ? undefined : known[name]
  if (values) return fc.constantFrom(...values)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => rightValue(one, known, name)))
  if (shape.type === 'array')
    return fc.array(rightValue(shape.items ?? {}, known, name), { minLength: 1, maxLength: 3 })
  if (shape.type === 'object' && shape.properties) {
    const fields = Object.entries(shape.properties).map(([key, field]) => [key, rightValue(field, known, key)])
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: [...(shape.required ?? [])],
    })
  }
  if (shape.type === 'object') return fc.dictionary(plainText, plainText, { maxKeys: 3 })
  if (shape.type === 'integer') return fc.integer({ min: shape.minimum ?? 1, max: shape.maximum ?? 50 })
  if (shape.type === 'number') return fc.constantFrom(0, 1, 10, 99.5)
  if (shape.type === 'boolean') return fc.boolean()
  if (shape.type === 'null') return fc.constant(null)
  return plainText
}
