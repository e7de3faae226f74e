import { z } from 'zod'
import { labelledText } from './labelled-text.ts'

/** Query strings have numbers as text and, from forms, empty parameters. */

export const given = <Schema extends z.ZodType>(
  schema: Schema,
  parse: (value: unknown) => unknown = (value) => value,
) => z.preprocess((value) => (value === '' ? undefined : parse(value)), schema.optional())

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[-+]?\d{1,15}(\.\d{1,15})?\s*$/.test(value) ? Number(value) : value

export function asList(value: unknown): unknown {
  if (!Array.isArray(value)) return value === undefined ? undefined : [value]
  return value.filter((entry) => entry !== '')
}

export function numberBetween(name: string, min: number, max: number, description: string) {
  const error = `${name} must be a number between ${min} and ${max}`
  return given(z.number({ error }).min(min, { error }).max(max, { error }), asNumber).meta({ description })
}

export function firstOf(max: number) {
  const error = `first must be between 1 and ${max}`
  return given(z.int({ error }).min(1, { error }).max(max, { error }), asNumber).meta({
    description: `The maximum number of entries to return; ${max} by default.`,
  })
}

export const pageQuery = (max: number) => ({
  first: firstOf(max),
  after: given(labelledText({ label: 'after', max: 1_000 })).meta({ description: 'The `next` of the previous page.' }),
})

export const pageVariables = (
  { first, after }: { first?: number | undefined; after?: string | undefined },
  max: number,
) => ({ first: first ?? max, after: after ?? null })

export const nextPage = z
  .string()
  .nullable()
  .meta({ description: 'Pass it as `after` to get the next page; null on the last page.' })

export const nextOf = ({ hasNextPage, endCursor }: { hasNextPage: boolean; endCursor: string | null }) =>
  hasNextPage ? endCursor : null
