import type { z } from 'zod'
import { Problem } from '../problem.ts'
import { describeIssues, type Issue, listedMistakes, sorted } from './issues.ts'
import { parseUntrusted } from './parse-untrusted.ts'

const MOST_REPORTED = 20

/**
 * Reports every mistake with its place: `shipping.fee: expected at most 2 decimals (INR), found 0.123`.
 * @param crossCheck receives the unparsed input
 * @throws Problem BAD_USER_INPUT
 */
export function parseInputAll<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  crossCheck: (input: unknown) => Issue[] = () => [],
): z.output<Schema> {
  const { success, data, error } = parseUntrusted(schema, input, { reportInput: true })
  const issues = [...describeIssues(error?.issues ?? []), ...crossCheck(input)]
  if (success && issues.length === 0) return data
  throw problemOfAll(issues)
}

export function problemOfAll(issues: readonly Issue[]): Problem {
  const all = sorted(issues)
  const reported = all.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const others = reported.length > MOST_REPORTED ? [`and ${reported.length - MOST_REPORTED} more`] : []
  const mistakes = listedMistakes(all.map(({ path, message }) => ({ field: path, message })))
  return new Problem('BAD_USER_INPUT', [...reported.slice(0, MOST_REPORTED), ...others].join('; '), { mistakes })
}
