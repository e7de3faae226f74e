import type { z } from 'zod'
import { type Mistake, Problem } from '../problem.ts'
import { pathText } from './issues.ts'

/** A short request can have a mistake for each of its bytes, so that an answer lists only so many. */
const MOST_LISTED = 100

/** The mistakes as an answer lists them: each once; beyond 100 their number. */
export function listedMistakes(mistakes: readonly Mistake[]): Mistake[] {
  const different = [...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values()]
  if (different.length <= MOST_LISTED) return different
  const message = `and ${different.length - MOST_LISTED} more mistakes`
  return [...different.slice(0, MOST_LISTED), { field: '', message }]
}

type Issues = readonly z.core.$ZodIssue[]

/** What a schema has found whose messages are full sentences. */
export const mistakesOf = (issues: Issues): Mistake[] =>
  issues.map(({ path, message }) => ({ field: pathText(path), message }))

export const firstMessage = ([issue]: Issues): string => issue?.message ?? 'Invalid input'

/** The problem of an input that such a schema refuses: in the words of the first mistake, with all of them listed. */
export const refusedInput = ({ issues }: { issues: Issues }): Problem =>
  new Problem('BAD_USER_INPUT', firstMessage(issues), { mistakes: listedMistakes(mistakesOf(issues)) })
