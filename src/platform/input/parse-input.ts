import { z } from 'zod'
import { type Mistake, Problem } from '../problem.ts'
import { firstMessage, listedMistakes, mistakesOf } from './issues.ts'
import { parseUntrusted } from './parse-untrusted.ts'

/** The rules for one input, the same for both interfaces. Unknown keys are ignored. */
export interface InputRules<Schema extends z.ZodObject = z.ZodObject> {
  schema: Schema
  /**
   * Required fields; of a list of them, one. When one is absent, blank or an empty list, the message is
   * `missing`, whatever else is wrong.
   */
  required: readonly (string | readonly string[])[]
  missing: string
  /** What the message says for several mistakes alike, by the words of each in the list. */
  shared?: Readonly<Record<string, string>> | undefined
}

export function inputRules<Fields extends z.core.$ZodShape>(rules: {
  required: readonly ((keyof Fields & string) | readonly (keyof Fields & string)[])[]
  missing: string
  shared?: Readonly<Record<string, string>>
  fields: Fields
}): InputRules<z.ZodObject<Fields>> {
  const { fields, ...rest } = rules
  return { schema: z.object(fields), ...rest }
}

/** A field that may be left out. Absent, null and blank text all count as left out. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isNotGiven(value) ? undefined : value), schema.optional())

/** A field of a change: left out it stays as it is; null and blank text clear it, and are parsed to null. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value !== undefined && isNotGiven(value) ? null : value), schema.nullish())

/**
 * Checks and parses an input. The message is that of the first mistake, as a full sentence; the problem lists all of
 * them. Use `parse-input-all.ts` for callers who send long documents and need the place of each mistake in the message.
 * @throws Problem BAD_USER_INPUT with the message of the first broken rule
 */
export function parseInput<Schema extends z.ZodObject>(rules: InputRules<Schema>, input: unknown): z.output<Schema> {
  const { schema, required } = rules
  if (required.length === 0 && input != null && !isObject(input)) {
    throw new Problem('BAD_USER_INPUT', 'Expected an object of fields')
  }
  const fields = isObject(input) ? input : {}
  const missing = required
    .map((names) => [names].flat())
    .filter((names) => names.every((name) => isEmpty(fields[name])))
  const result = parseUntrusted(schema, fields)
  if (missing.length === 0 && result.success) return result.data

  const gaps = missing.map(
    (names): Mistake => ({ field: names[0] ?? '', message: `${names.join(' or ')} is required` }),
  )
  const isGap = new Set<PropertyKey | undefined>(missing.flat())
  const { error } = result.success ? result : parseUntrusted(schema, withEmptyObjects(schema, fields))
  const others = (error?.issues ?? []).filter(({ path }) => !isGap.has(path[0]))
  const mistakes = listedMistakes([...gaps, ...mistakesOf(others)])
  const first = firstMessage(result.error?.issues ?? [])
  const message = missing.length > 0 ? rules.missing : (rules.shared?.[first] ?? first)
  throw new Problem('BAD_USER_INPUT', message, { mistakes })
}

/** With an empty object for each that is absent, so that what is missing is told field by field. */
const withEmptyObjects = ({ shape }: z.ZodObject, fields: Record<string, unknown>): Record<string, unknown> => {
  const absent = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodObject && fields[name] == null)
  return { ...fields, ...Object.fromEntries(absent.map((name) => [name, {}])) }
}

const isNotGiven = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '')

const isEmpty = (value: unknown) => isNotGiven(value) || (Array.isArray(value) && value.length === 0)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
