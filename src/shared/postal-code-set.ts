import { areaOf, comparableCode, districtOf, isBritish, isDistrict, onlyFiveCount } from './postal-codes.ts'
import { readingsIn, readingsOfFive } from './postal-entries.ts'

/** Most entries of one list. */
export const MAX_POSTAL_CODES = 25_000

/** A set of postal codes. */
export interface PostalCodes {
  /** Whether the set has the code, however it is typed. @param country ISO 3166-1; null when it is not known */
  has(code: string, country: string | null): boolean
  /** Bytes that the set takes, roughly. */
  readonly bytes: number
}

interface Range {
  from: string
  to: string
}

/** Codes of one length in ascending order: the two ends of each range, one after the other. */
interface Ranges {
  length: number
  /** One text, which takes a byte for each character: a store may have millions of codes. */
  ends: string
}

/** Compiles entries in their stored form. @param countries of the zone, ISO 3166-1; none: every country */
export function postalCodes(stored: readonly string[], countries: readonly string[]): PostalCodes {
  const entries = stored.flatMap(readingsIn(countries))
  const isPrefix = (entry: string) => entry.endsWith('*')
  const beginnings = entries.filter(isPrefix).map((entry) => entry.slice(0, -1))
  const whole = entries.filter((entry) => !isPrefix(entry))
  const prefixes = compiled(beginnings.filter((beginning) => !beginning.includes(' ')))
  const codes = compiled(whole)
  const fives = readingsOfFive(stored, countries)
  const fivePrefixes = compiled(fives.filter(isPrefix).map((entry) => entry.slice(0, -1)))
  const fiveCodes = compiled(fives.filter((entry) => !isPrefix(entry)))
  const districts = compiled(whole.filter((entry) => isDistrict(entry.split('..')[0] ?? '')))
  const withinDistricts = beginnings.filter((beginning) => beginning.includes(' '))
  const spaced = compiled(withinDistricts)
  const unspaced = compiled(withinDistricts.map((beginning) => beginning.replace(' ', '')))
  return {
    has(code, country) {
      const wanted = comparableCode(code, country)
      if (isIn(wanted, codes) || beginsIn(wanted, prefixes)) return true
      if (country !== null && onlyFiveCount(country)) {
        return isIn(wanted, fiveCodes) || beginsIn(wanted, fivePrefixes)
      }
      if (country === null || !isBritish(country)) return beginsIn(wanted, unspaced)
      const { district, inward } = districtOf(wanted)
      return isIn(district, districts) || isIn(areaOf(district), districts) || beginsIn(`${district} ${inward}`, spaced)
    },
    bytes: [codes, prefixes, fiveCodes, fivePrefixes, districts, spaced, unspaced]
      .flat()
      .reduce((sum, { ends }) => sum + 100 + ends.length, 200),
  }
}

const isIn = (code: string, all: readonly Ranges[]): boolean =>
  all.some((ranges) => ranges.length === code.length && isWithin(code, ranges))

const beginsIn = (code: string, all: readonly Ranges[]): boolean =>
  all.some((ranges) => ranges.length <= code.length && isWithin(code.slice(0, ranges.length), ranges))

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
