import { z } from 'zod'
import type { Mistake } from '../../shared/answers.ts'
import { Problem } from '../problem.ts'
import { firstMessage, listedMistakes, mistakesOf } from './issues.ts'
import { parseUntrusted } from './parse-untrusted.ts'

/** Unknown keys are ignored. */
export interface InputRules<Schema extends z.ZodObject = z.ZodObject> {
  schema: Schema
  /** Of an inner list, one is required. When one is absent, blank or an empty list, the message is `missing`. */
  required: readonly (string | readonly string[])[]
  missing: string
  /** One message for several mistakes, by the words of each. */
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

/** Absent, null and blank text all count as left out. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isNotGiven(value) ? undefined : value), schema.optional())

/** Left out it stays as it is; null and blank text clear it, and are parsed to null. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value !== undefined && isNotGiven(value) ? null : value), schema.nullish())

/**
 * The message is the first mistake's; the problem lists all. For long documents use `parse-input-all.ts`.
 * @throws Problem BAD_USER_INPUT
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

/** Empty objects for absent ones, so that each of their missing fields is reported. */
const withEmptyObjects = ({ shape }: z.ZodObject, fields: Record<string, unknown>): Record<string, unknown> => {
  const absent = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodObject && fields[name] == null)
  return { ...fields, ...Object.fromEntries(absent.map((name) => [name, {}])) }
}

const isNotGiven = (value: unknown) => value == null || (typeof value === 'string' && value.trim() === '')

const isEmpty = (value: unknown) => isNotGiven(value) || (Array.isArray(value) && value.length === 0)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
