import type { z } from 'zod'
import { Problem } from '../problem.ts'
import { type BundleIssue, describeIssues, sorted } from './issues.ts'

/** Mistakes that one answer tells of. */
const MOST_TOLD = 20

/**
 * What an owner sends, by the rules of the bundle format: `shipping.fee: expected at most 2 decimals (INR), found 0.123`.
 * @throws Problem BAD_USER_INPUT that tells every mistake with its place
 */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  crossCheck: (parsed: z.output<Schema>) => BundleIssue[] = () => [],
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(input, { reportInput: true })
  const issues = success ? crossCheck(data) : describeIssues(error.issues)
  if (success && issues.length === 0) return data
  const told = sorted(issues).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const untold = told.length > MOST_TOLD ? [`and ${told.length - MOST_TOLD} more`] : []
  throw new Problem('BAD_USER_INPUT', [...told.slice(0, MOST_TOLD), ...untold].join('; '))
}
