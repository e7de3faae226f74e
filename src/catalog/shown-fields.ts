import { type FieldName, fieldEntries, type productFields } from './product-fields.ts'

type Fields = typeof productFields
/** The names of the texts that both schemas show as they are stored. */
export type ShownName = {
  [Name in FieldName]: Fields[Name] extends { kind: 'text'; output: string } ? Name : never
}[FieldName]

/** Those texts as fields of a GraphQL type, each made by `expose`. */
export const shownFields = <Field>(
  expose: (name: ShownName, options: { description: string }) => Field,
): Record<ShownName, Field> =>
  // Object.fromEntries forgets the names; only texts have an output.
  Object.fromEntries(
    fieldEntries.flatMap(([name, { output }]) =>
      output === undefined ? [] : [[name, expose(name as ShownName, { description: output })]],
    ),
  ) as Record<ShownName, Field>
