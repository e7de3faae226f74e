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
import { COUNTRIES_BY_FORM, COUNTRIES_WITH_FORMS, countryLetters, fitsCountry, postalForms } from './postal-forms.ts'

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
export const postalEntry = (text: string, countries: readonly string[]): string | null => entryReader(countries)(text)

/** `postalEntry` for many entries of the same countries. */
export function entryReader(countries: readonly string[]): (text: string) => string | null {
  const given = countries.length === 0 ? COUNTRIES_BY_FORM : countries
  const distinct = ofDistinctForms(given)
  const hasDistricts = given.some(isBritish)
  return (text) => {
    if (text.length > MAX_ENTRY) return null
    const typed = typedCode(text)
    const readers = NO_LETTERS.test(typed) ? distinct : countries.length === 0 ? [...namedBy(typed), ...given] : given
    if (typed.includes('*')) return (hasDistricts ? withinDistrict(typed) : null) ?? prefix(typed, readers)
    return range(typed, readers) ?? code(typed, readers)
  }
}

/** Such entries name no country, so that countries with the same forms read them alike. */
const NO_LETTERS = /^[^\p{L}]*$/u

const ofDistinctForms = (countries: readonly string[]): string[] => [
  ...new Map(
    countries.map((country) => [`${postalForms(country)?.patterns} ${onlyFiveCount(country)}`, country] as const),
  ).values(),
]

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

function withinDistrict(typed: string): string | null {
  const [, district, inward = ''] = WITHIN_DISTRICT.exec(typed) ?? []
  return district === undefined ? null : `${district} ${inward}*`
}

/**
 * What the first country makes of the texts. Letters of a country count for nothing before a hyphen; without one they
 * may be the code's own, of another country, so that they are dropped only when no country has such codes.
 * @param make gets the texts as the country reads them; null when it has no such codes
 */
function firstReading(
  texts: readonly string[],
  readers: readonly string[],
  make: (codes: readonly string[], country: string) => string | null,
): string | null {
  const plain = texts.map(lettersAndDigits)
  const isNamed = (country: string) =>
    countryLetters(country).some((letters) => texts.some((text) => text.startsWith(letters)))
  const named = texts.every((text) => /^\d/.test(text)) ? [] : readers.filter(isNamed)
  const read = (text: string, country: string) => lettersAndDigits(withoutCountry(text, country))
  for (const country of readers) {
    const codes = named.includes(country) ? texts.map((text) => read(text, country)) : plain
    const made = make(codes, country)
    if (made !== null) return made
  }
  for (const country of named) {
    const codes = texts.map((text) => withoutLetters(read(text, country), country))
    const made = make(codes, country)
    if (made !== null) return made
  }
  return null
}

function prefix(typed: string, readers: readonly string[]): string | null {
  if (typed.indexOf('*') !== typed.length - 1) return null
  const texts = [typed.slice(0, -1).trimEnd()]
  const begins = (beginning: string, country: string) =>
    isText(beginning) && fitsCountry(beginning, country, { isWhole: false }) ? `${beginning}*` : null
  // Only where no country has the whole beginning: shorter, it covers more codes.
  return (
    firstReading(texts, readers, ([beginning = ''], country) => begins(beginning, country)) ??
    firstReading(texts, readers, ([beginning = ''], country) => begins(countingBeginning(beginning, country), country))
  )
}

function code(typed: string, readers: readonly string[]): string | null {
  if (RANGE.test(typed)) return null
  return firstReading([typed], readers, ([written = ''], country) => {
    const read = counting(written, country)
    return isCodeOf(read, country) ? read : null
  })
}

const isText = (code: string) => code !== '' && code.length <= MAX_CODE

const isCodeOf = (code: string, country: string): boolean =>
  isText(code) && (fitsCountry(code, country, { isWhole: true }) || (isBritish(country) && isDistrict(code)))

const RANGE = /^(.*?)\s*(?:\.\.+|[~〜])\s*(.*)$/

/** Hyphens also stand inside of codes (100-0001), so that one is a range only between two numbers of the same length. */
function range(typed: string, readers: readonly string[]): string | null {
  const ends = RANGE.exec(typed) ?? /^(\d[\d ]*?)\s*-\s*(\d[\d ]*)$/.exec(typed)
  if (!ends) return null
  return firstReading(ends.slice(1), readers, (codes, country) => {
    const [from = '', to = ''] = codes.map((end) => counting(end, country))
    if (!isCodeOf(from, country) || !isCodeOf(to, country) || from.length !== to.length || from > to) return null
    return from === to ? from : /\D/.test(from + to) ? `${from}..${to}` : `${from}-${to}`
  })
}

/**
 * What stored entries are read as today in every country, beside as they are stored: they may be older than the reading
 * of their countries' codes. Quick, since a store may have very many.
 */
export const readingsIn =
  (countries: readonly string[]) =>
  (stored: string): readonly string[] => {
    if (/^\d/.test(stored) || stored.endsWith('*')) return [stored]
    const readers = countries.length === 0 ? namedBy(stored) : countries
    return readers.length === 0
      ? [stored]
      : [...new Set([stored, ...readers.flatMap((country) => reread(stored, country))])]
  }

function reread(stored: string, country: string): string[] {
  const [from = '', to = from] = stored.split(/\.\.|-/).map((end) => counting(withoutLetters(end, country), country))
  if (!isCodeOf(from, country) || !isCodeOf(to, country)) return []
  return [from === to ? from : `${from}..${to}`]
}

/** Entries of more than five digits as countries read them where no more than five count. */
export function readingsOfFive(stored: readonly string[], countries: readonly string[]): string[] {
  const country = countries.length === 0 ? 'US' : countries.find(onlyFiveCount)
  if (country === undefined) return []
  return stored
    .filter((entry) => MORE_THAN_FIVE.test(entry))
    .flatMap((entry) =>
      entry.endsWith('*') ? [`${countingBeginning(entry.slice(0, -1), country)}*`] : reread(entry, country),
    )
}

const MORE_THAN_FIVE = /^(?:\d{6,9}\*|\d{9}(?:(?:-|\.\.)\d{9})?)$/
