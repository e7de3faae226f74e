import { type FieldName, fieldEntries, type productFields } from './product-fields.ts'

type Fields = typeof productFields
/** Text fields that both schemas show as stored. */
export type ShownName = {
  [Name in FieldName]: Fields[Name] extends { kind: 'text'; output: string } ? Name : never
}[FieldName]

/** Makes a GraphQL field of each of these texts with `expose`. */
export const shownFields = <Field>(
  expose: (name: ShownName, options: { description: string }) => Field,
): Record<ShownName, Field> =>
  // Object.fromEntries loses the keys' types. Only text fields have an `output`.
  Object.fromEntries(
    fieldEntries.flatMap(([name, { output }]) =>
      output === undefined ? [] : [[name, expose(name as ShownName, { description: output })]],
    ),
  ) as Record<ShownName, Field>
