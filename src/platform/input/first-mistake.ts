import { z } from 'zod'
import { Problem } from '../problem.ts'
import { parseUntrusted } from './parse-untrusted.ts'

/** The rules for one input, the same for both interfaces. Unknown keys are ignored. */
export interface InputRules<Schema extends z.ZodObject = z.ZodObject> {
  schema: Schema
  /**
   * Required fields; of a list of them, one. When one is absent, blank or an empty list, the answer is `missing` and
   * nothing else is checked.
   */
  required: readonly (string | readonly string[])[]
  missing: string
}

export function inputRules<Fields extends z.core.$ZodShape>(rules: {
  required: readonly ((keyof Fields & string) | readonly (keyof Fields & string)[])[]
  missing: string
  fields: Fields
}): InputRules<z.ZodObject<Fields>> {
  return { schema: z.object(rules.fields), required: rules.required, missing: rules.missing }
}

/** A field that may be left out. Absent, null and blank text all count as left out. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isNotGiven(value) ? undefined : value), schema.optional())

/** A field of a change: left out it stays as it is; null and blank text clear it, and are parsed to null. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value !== undefined && isNotGiven(value) ? null : value), schema.nullish())

/**
 * Checks and parses an input, and reports only the first mistake, as a full sentence. Use `every-mistake.ts` for
 * callers who send long documents and need the place of each mistake.
 * @throws Problem BAD_USER_INPUT with the message of the first broken rule
 */
export function parseOrTellFirst<Schema extends z.ZodObject>(
  rules: InputRules<Schema>,
  input: unknown,
): z.output<Schema> {
  if (rules.required.length === 0 && input != null && !isObject(input)) {
    throw new Problem('BAD_USER_INPUT', 'Expected an object of fields')
  }
  const fields = isObject(input) ? input : {}
  if (rules.required.some((names) => [names].flat().every((name) => isEmpty(fields[name]))))
    throw new Problem('BAD_USER_INPUT', rules.missing)
  const result = parseUntrusted(rules.schema, fields)
  if (!result.success) throw new Problem('BAD_USER_INPUT', firstMessage(result.error))
  return result.data
}

export const firstMessage = (error: z.ZodError): string => error.issues[0]?.message ?? 'Invalid input'

const isNotGiven = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '')

const isEmpty = (value: unknown) => isNotGiven(value) || (Array.isArray(value) && value.length === 0)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
