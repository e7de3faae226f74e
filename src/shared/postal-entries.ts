import {
  counting,
  countingBeginning,
  isBritish,
  isDistrict,
  lettersAndDigits,
  onlyFiveCount,
  typedCode,
  withoutCountry,
  withoutLetters,
} from './postal-codes.ts'
import { COUNTRIES_BY_FORM, COUNTRIES_WITH_FORMS, countryLetters, fitsCountry } from './postal-forms.ts'

/** Characters of a code, without blanks and hyphens. */
const MAX_CODE = 20
/** Characters of an entry: two codes with all their blanks. Matching the patterns takes quadratic time. */
const MAX_ENTRY = 100

/** 'SE1 2*': a British district and the beginning of what follows it. */
const WITHIN_DISTRICT = /^([A-Z]{1,2}\d[A-Z\d]?)\s+(\d?|\d[A-Z]{1,2})\s*\*$/

/**
 * An entry of a list in its stored form: a code ('560001'), a British district ('SE1'), a prefix ('5600*', 'SE1 2*') or
 * an inclusive range ('560001-560099', or 'AA1..AA9' where codes have letters). Null when it is none of them, or when
 * none of the countries has such codes.
 * @param countries ISO 3166-1; none: every country
 */
export function postalEntry(text: string, countries: readonly string[]): string | null {
  if (text.length > MAX_ENTRY) return null
  const typed = typedCode(text)
  const readers = countries.length === 0 ? readersOf(typed) : countries
  const first = (read: Reader): string | null => {
    // Letters without a hyphen may be the code's own, of another country.
    for (const isBare of [false, true]) {
      for (const country of readers) {
        const entry = read(typed, country, isBare)
        if (entry !== null) return entry
      }
    }
    return null
  }
  if (typed.includes('*')) return first(withinDistrict) ?? first(prefix)
  return first(range) ?? first(code)
}

/** @param isBare whether letters of the country count for nothing without a hyphen, too */
type Reader = (typed: string, country: string, isBare: boolean) => string | null

/** By the letters that name a country in front of a code. */
const byLetters = new Map<string, string[]>()
for (const country of COUNTRIES_WITH_FORMS) {
  for (const letters of countryLetters(country)) {
    const others = byLetters.get(letters)
    if (others) others.push(country)
    else byLetters.set(letters, [country])
  }
}

/** Countries that the letters in front of the first digit may name. */
const namedBy = (typed: string): readonly string[] =>
  byLetters.get(/^[A-Z]{1,3}(?=[\s-]*\d)/.exec(typed)?.[0] ?? '') ?? []

/** One country for every form, and those whose letters stand before the code. */
const readersOf = (typed: string): string[] => [...namedBy(typed), ...COUNTRIES_BY_FORM]

function withinDistrict(typed: string, country: string): string | null {
  const [, district, inward = ''] = WITHIN_DISTRICT.exec(typed) ?? []
  return district !== undefined && isBritish(country) ? `${district} ${inward}*` : null
}

function readCode(typed: string, country: string, isBare: boolean): string {
  const code = lettersAndDigits(withoutCountry(typed, country))
  return isBare ? withoutLetters(code, country) : code
}

function prefix(typed: string, country: string, isBare: boolean): string | null {
  if (typed.indexOf('*') !== typed.length - 1) return null
  const beginning = countingBeginning(readCode(typed.slice(0, -1).trimEnd(), country, isBare), country)
  return isText(beginning) && fitsCountry(beginning, country, { isWhole: false }) ? `${beginning}*` : null
}

function code(typed: string, country: string, isBare: boolean): string | null {
  if (RANGE.test(typed)) return null
  const read = counting(readCode(typed, country, isBare), country)
  return isCodeOf(read, country) ? read : null
}

const isText = (code: string) => code !== '' && code.length <= MAX_CODE

const isCodeOf = (code: string, country: string): boolean =>
  isText(code) && (fitsCountry(code, country, { isWhole: true }) || (isBritish(country) && isDistrict(code)))

const RANGE = /^(.*?)\s*(?:\.\.+|[~〜])\s*(.*)$/

/** Hyphens also stand inside of codes (100-0001), so that one is a range only between two numbers of the same length. */
function range(typed: string, country: string, isBare: boolean): string | null {
  const [, first = '', last = ''] = RANGE.exec(typed) ?? /^(\d[\d ]*?)\s*-\s*(\d[\d ]*)$/.exec(typed) ?? []
  const [from, to] = [first, last].map((end) => counting(readCode(end, country, isBare), country))
  if (from === undefined || to === undefined) return null
  if (!isCodeOf(from, country) || !isCodeOf(to, country) || from.length !== to.length || from > to) return null
  return from === to ? from : /\D/.test(from + to) ? `${from}..${to}` : `${from}-${to}`
}

/**
 * What stored entries are read as today, beside as they are stored: they may be older than the reading of their
 * countries' codes. Quick, since a store may have very many.
 */
export function readingsIn(countries: readonly string[]): (stored: string) => readonly string[] {
  const fives = countries.length === 0 ? ['US'] : countries.filter(onlyFiveCount)
  return (stored) => {
    const readers = /^\d/.test(stored) ? fives : countries.length === 0 ? namedBy(stored) : countries
    return readers.length === 0
      ? [stored]
      : [...new Set([stored, ...readers.flatMap((country) => reread(stored, country))])]
  }
}

function reread(stored: string, country: string): string[] {
  if (stored.endsWith('*')) return [`${countingBeginning(stored.slice(0, -1), country)}*`]
  const [from = '', to = from] = stored.split(/\.\.|-/).map((end) => counting(withoutLetters(end, country), country))
  if (!isCodeOf(from, country) || !isCodeOf(to, country)) return []
  return [from === to ? from : `${from}..${to}`]
}
