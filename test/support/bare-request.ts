import {
  isInputObjectType,
  isRequiredInputField,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  type TypeNode,
  visit,
} from 'graphql'
import { ownerSchema } from '../../src/process/owner-schema.ts'
import { meaningOf } from './argument-meanings.ts'
import type { Operation } from './operations.ts'

/** A call of the owner's API that asks for nothing but what it needs, to see whether it is allowed. */
export function bareRequest(operation: Operation, subdomain: string): { document: string; variables: object } {
  const places = new Map(operation.places.map((place) => [place.path, place]))
  const { body } = operation.request(subdomain, (path) => {
    const place = places.get(path)
    if (!place?.required) return undefined
    const meaning = meaningOf(path)
    if (meaning && 'free' in meaning) return meaning.free
    return place.shape.kind === 'value' ? place.shape.example : 'x'
  })
  const { query, variables } = body as { query: string; variables: object }
  return { document: withoutSelection(query), variables }
}

/** Selecting everything could cost more than a request may. Objects that need no field are empty. */
function withoutSelection(query: string): string {
  const used = new Set<string>()
  const trimmed = visit(parse(query), {
    Field: (field) => (field.selectionSet ? { ...field, selectionSet: TYPENAME } : field),
    Argument: { leave: ({ value }) => void (value.kind === Kind.VARIABLE && used.add(value.name.value)) },
  })
  return print(
    visit(trimmed, {
      VariableDefinition(definition) {
        if (!used.has(definition.variable.name.value)) return null
        if (definition.type.kind !== Kind.NON_NULL_TYPE) return undefined
        const type = ownerSchema.getType(nameOf(definition.type))
        const mayBeEmpty = isInputObjectType(type) && !Object.values(type.getFields()).some(isRequiredInputField)
        return mayBeEmpty ? { ...definition, defaultValue: { kind: Kind.OBJECT, fields: [] } } : undefined
      },
    }),
  )
}

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type))
const TYPENAME: SelectionSetNode = {
  kind: Kind.SELECTION_SET,
  selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
}
