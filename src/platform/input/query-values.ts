import { z } from 'zod'

/** Rules for parameters of a query string, which has numbers as text and, from forms, parameters that are empty. */

/** Leaves out what is empty. */
export const given = <Schema extends z.ZodType>(
  schema: Schema,
  parse: (value: unknown) => unknown = (value) => value,
) => z.preprocess((value) => (value === '' ? undefined : parse(value)), schema.optional())

export const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[-+]?\d{1,15}(\.\d{1,15})?\s*$/.test(value) ? Number(value) : value

/** The values of a parameter that may be repeated, without empty ones. */
export function asList(value: unknown): unknown {
  if (!Array.isArray(value)) return value === undefined ? undefined : [value]
  return value.filter((entry) => entry !== '')
}

/** A number between two others. */
export function numberBetween(name: string, min: number, max: number, description: string) {
  const error = `${name} must be a number between ${min} and ${max}`
  return given(z.number({ error }).min(min, { error }).max(max, { error }), asNumber).meta({ description })
}
