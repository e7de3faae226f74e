import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type Field, shapeOfGraphQL } from './argument-shapes.ts'

/** An argument, of the root field or of one below it. */
export interface Variable extends Field {
  name: string
  /** `me.orders.after`; see `Place`. */
  path: string
  /** In GraphQL's words. */
  type: string
}

type AnyField = GraphQLField<unknown, unknown>

/** The field with its arguments, which become variables, and all below it; a type that is being answered is not entered again. */
export function selectionOf(field: AnyField, at: string[], within: GraphQLObjectType[], variables: Variable[]): string {
  const named = getNamedType(field.type)
  const passed = field.args.map((arg) => {
    const variable = variableOf(arg, at, named)
    variables.push(variable)
    return `${arg.name}: $${variable.name}`
  })
  const call = field.name + (passed.length > 0 ? `(${passed.join(', ')})` : '')
  if (isLeafType(named)) return call
  if (!isObjectType(named))
    throw new Error(`${at.join('.')} is a ${named}: teach whole-selection.ts to select from that`)

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
