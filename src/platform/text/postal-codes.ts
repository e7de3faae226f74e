import { plainText } from '../../shared/typed-text.ts'

/** Most entries of one list. */
export const MAX_POSTAL_CODES = 25_000
/** Characters of a code, without blanks and hyphens. */
const MAX_CODE = 20
/** Characters of an entry: two codes with all their blanks. Matching the patterns takes quadratic time. */
const MAX_ENTRY = 100

/** A set of postal codes. */
export interface PostalCodes {
  /** Whether the set has the code, which is compared in upper case without blanks and hyphens. */
  has(code: string): boolean
  /** Bytes that the set takes, roughly. */
  readonly bytes: number
}

/** The form in which codes are compared, whatever dashes, digits and widths they are typed with: 'sw1a 1aa' is 'SW1A1AA'. */
export const comparableCode = (code: string): string =>
  plainText(code)
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase()

/** Entries are a program's or an owner's, who hears of a mistake. */
const entryCode = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase()

/**
 * An entry of a list in its stored form: a code ('560001'), a prefix ('5600*') or an inclusive range ('560001-560099',
 * or 'AA1..AA9' where codes have letters). Null when it is none of them.
 */
export function postalEntry(text: string): string | null {
  if (text.length > MAX_ENTRY) return null
  const entry = text.trim().toUpperCase()
  const range = rangeOf(entry)
  if (range) return range.from.length === range.to.length && range.from <= range.to ? storedRange(range) : null
  const code = entryCode(entry)
  return /^[A-Z0-9]+\*?$/.test(code) && code.length <= MAX_CODE ? code : null
}

interface Range {
  from: string
  to: string
}

/** Hyphens also stand inside of codes (100-0001), so that one is a range only between two numbers of the same length. */
function rangeOf(entry: string): Range | null {
  const [, from = '', to = ''] = /^(.+?)\s*\.\.+\s*(.+)$/.exec(entry) ?? []
  if (from && to) {
    const ends = { from: entryCode(from), to: entryCode(to) }
    return isCode(ends.from) && isCode(ends.to) ? ends : { from: 'Z', to: 'A' }
  }
  const [, first = '', last = ''] = /^(\d[\d ]*?)\s*[-–]\s*(\d[\d ]*)$/.exec(entry) ?? []
  const numbers = { from: entryCode(first), to: entryCode(last) }
  return first && numbers.from.length === numbers.to.length ? numbers : null
}

const isCode = (text: string) => /^[A-Z0-9]+$/.test(text) && text.length <= MAX_CODE

const storedRange = ({ from, to }: Range): string =>
  from === to ? from : /\D/.test(from + to) ? `${from}..${to}` : `${from}-${to}`

/** Codes of one length in ascending order: the two ends of each range, one after the other. */
interface Ranges {
  length: number
  /** One text, which takes a byte for each character: a store may have millions of codes. */
  ends: string
}

/** Compiles entries in their stored form. */
export function postalCodes(entries: readonly string[]): PostalCodes {
  const prefixes = compiled(entries.filter((entry) => entry.endsWith('*')).map((entry) => entry.slice(0, -1)))
  const codes = compiled(entries.filter((entry) => !entry.endsWith('*')))
  return {
    has(code) {
      const wanted = comparableCode(code)
      return (
        codes.some((ranges) => ranges.length === wanted.length && isWithin(wanted, ranges)) ||
        prefixes.some((ranges) => ranges.length <= wanted.length && isWithin(wanted.slice(0, ranges.length), ranges))
      )
    },
    bytes: [...codes, ...prefixes].reduce((sum, { ends }) => sum + 100 + ends.length, 200),
  }
}

/** @param entries codes and ranges */
function compiled(entries: readonly string[]): Ranges[] {
  const byLength = new Map<number, Range[]>()
  for (const entry of entries) {
    const [from = '', to = from] = /[.-]/.test(entry) ? entry.split(/\.\.|-/) : [entry]
    const ranges = byLength.get(from.length)
    if (ranges) ranges.push({ from, to })
    else byLength.set(from.length, [{ from, to }])
  }
  return [...byLength].map(([length, ranges]) => ({
    length,
    ends: merged(ranges)
      .flatMap(({ from, to }) => [from, to])
      .join(''),
  }))
}

/** The ranges in ascending order, with those that overlap or follow each other made one. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const { from, to } of ranges.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = result.at(-1)
    if (!last || (from > last.to && !follows(from, last.to))) result.push({ from, to })
    else if (to > last.to) last.to = to
  }
  return result
}

/** Whether the number is the next one. */
const follows = (code: string, previous: string): boolean =>
  code.length === previous.length &&
  /^\d{1,15}$/.test(code) &&
  /^\d+$/.test(previous) &&
  Number(code) === Number(previous) + 1

function isWithin(code: string, { length, ends }: Ranges): boolean {
  let [low, high] = [0, ends.length / (2 * length) - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const start = middle * 2 * length
    if (code < ends.slice(start, start + length)) high = middle - 1
    else if (code > ends.slice(start + length, start + 2 * length)) low = middle + 1
    else return true
  }
  return false
}
