import type { z } from 'zod'
import { Problem } from '../problem.ts'
import { describeIssues, type Issue, sorted } from './issues.ts'

/** Mistakes that one answer tells of. */
const MOST_TOLD = 20

/**
 * An owner's input, by rules that say every mistake with its place: `shipping.fee: expected at most 2 decimals (INR),
 * found 0.123`.
 * @param crossCheck what no single field can tell; it is given the input as it came
 * @throws Problem BAD_USER_INPUT
 */
export function parseOrTellAll<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  crossCheck: (input: unknown) => Issue[] = () => [],
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input, { reportInput: true })
  const issues = [...describeIssues(error?.issues ?? []), ...crossCheck(input)]
  if (success && issues.length === 0) return data
  throw problemOfAll(issues)
}

/** Mistakes as one problem, in the order of their places. */
export function problemOfAll(issues: readonly Issue[]): Problem {
  const told = sorted(issues).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const untold = told.length > MOST_TOLD ? [`and ${told.length - MOST_TOLD} more`] : []
  return new Problem('BAD_USER_INPUT', [...told.slice(0, MOST_TOLD), ...untold].join('; '))
}
