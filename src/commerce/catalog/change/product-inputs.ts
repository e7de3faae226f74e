import type { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import { recordOf } from '../../../platform/record-of.ts'
import { type FieldName, fieldEntries, type productFields } from '../product-fields.ts'

type InputFields = Parameters<Parameters<typeof ownerBuilder.inputType>[1]['fields']>[0]
type Options = { description: string }

const kinds = (t: InputFields) => ({
  text: (options: Options) => t.string(options),
  addresses: (options: Options) => t.stringList(options),
  integer: (options: Options) => t.int(options),
  decimal: (options: Options) => t.float(options),
  flag: (options: Options) => t.boolean(options),
  attributes: (options: Options) => t.field({ type: ['ProductAttributeInput'], ...options }),
  media: (options: Options) => t.field({ type: ['ProductMediaInput'], ...options }),
  seo: (options: Options) => t.field({ type: 'ProductSeoInput', ...options }),
})

type Kinds = ReturnType<typeof kinds>
type FieldInputs = { [Name in FieldName]: ReturnType<Kinds[(typeof productFields)[Name]['kind']]> }

export function fieldInputs(t: InputFields, input: 'input' | 'row'): FieldInputs {
  const made = fieldEntries.map(([name, field]) => {
    const make: (options: Options) => unknown = kinds(t)[field.kind]
    return [name, make({ description: field.description[input] })] as const
  })
  // recordOf loses that each field was made by its own kind.
  return recordOf(made) as FieldInputs
}
