import type { z } from 'zod'
import type { Mistake } from '../../shared/answers.ts'
import { Problem } from '../problem.ts'
import { characterCount, jsonText } from '../text/text.ts'

/** `path` is written as `entries[3].parts[0].name`. */
export interface Issue {
  path: string
  message: string
}

export type Path = readonly PropertyKey[]

export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = String(step)
    // Clients choose the names of options: any length and characters.
    if (!/^[A-Za-z_$][\w$]{0,59}$/.test(name)) return `${text}[${shown(name)}]`
    return text === '' ? name : `${text}.${name}`
  }, '')
}

const secretFields = new Set<PropertyKey | undefined>(['password', 'keySecret', 'webhookSecret'])

/** Shows only the length of a secret, because messages end up in logs. */
export function issueAt(path: Path, expected: string, found: unknown): Issue {
  const secret = typeof found === 'string' && secretFields.has(path.at(-1))
  const seen = secret ? `one of ${characterCount(found)} characters` : shown(found)
  return { path: pathText(path), message: `expected ${expected}, found ${seen}` }
}

export const sorted = (issues: readonly Issue[]): Issue[] =>
  issues.toSorted((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }))

const LONGEST_SHOWN = 60

/** As JSON, shortened when it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  const json = jsonText(value) ?? 'what is nested too deep to be shown'
  if (json.length <= LONGEST_SHOWN) return json
  const size = typeof value === 'string' ? ` (${characterCount(value)} characters)` : ''
  // A character has at most two units; the whole text may have millions.
  const first = [...json.slice(0, 2 * LONGEST_SHOWN)].slice(0, LONGEST_SHOWN)
  return `${first.join('')}…${size}`
}

/** The schema must be parsed with `reportInput`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: pathText([...issue.path, key]),
        message: `${issue.message}, found ${shown(key)}`,
      }))
    }
    if (issue.code === 'invalid_key') {
      return describeIssues(issue.issues.map((inner) => ({ ...inner, path: issue.path })))
    }
    return [issueAt(issue.path, expectation(issue), found(issue))]
  })
}

function found(issue: z.core.$ZodIssue): unknown {
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return issue.input
  // The path points at the discriminator, but the input is the whole object.
  return Object.entries(issue.input ?? {}).find(([name]) => name === issue.discriminator)?.[1]
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Formats, patterns and refinements have their own messages. */
function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => shown(value)).join(' or ')
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? issue.options.map(shown).join(' or ') : issue.message
    case 'too_small':
      return issue.origin === 'array'
        ? `at least ${issue.minimum} in the list`
        : `a number of ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'array' ? `at most ${issue.maximum} in the list` : `a number of at most ${issue.maximum}`
    default:
      return issue.message
  }
}

/** A short request can have a mistake for each of its bytes. */
const MOST_LISTED = 100

/** Each once; beyond 100 their number. */
export function listedMistakes(mistakes: readonly Mistake[]): Mistake[] {
  const different = [...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values()]
  if (different.length <= MOST_LISTED) return different
  const message = `and ${different.length - MOST_LISTED} more mistakes`
  return [...different.slice(0, MOST_LISTED), { field: '', message }]
}

type Issues = readonly z.core.$ZodIssue[]

/** For schemas whose messages are full sentences. */
export const mistakesOf = (issues: Issues): Mistake[] =>
  issues.map(({ path, message }) => ({ field: pathText(path), message }))

export const firstMessage = ([issue]: Issues): string => issue?.message ?? 'Invalid input'

export const refusedInput = ({ issues }: { issues: Issues }): Problem =>
  new Problem('BAD_USER_INPUT', firstMessage(issues), { mistakes: listedMistakes(mistakesOf(issues)) })
