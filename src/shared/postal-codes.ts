import { countryLetters, mayFitCountry, postalForms } from './postal-forms.ts'
import { plainText } from './typed-text.ts'

const dashes = /[\p{Pd}−ー]/gu

/** A code as it is typed, with plain digits, widths and hyphens, in upper case. */
export const typedCode = (written: string): string => plainText(written).replace(dashes, '-').toUpperCase().trim()

export const lettersAndDigits = (text: string): string => text.replace(/[^\p{L}\p{Nd}]/gu, '')

/** Countries whose codes go on behind five digits with what says no more than where in a street a letter box is. */
const FIVE_COUNT: ReadonlySet<string> = new Set('US AS FM GU MH MP PR PW SA UM VI'.split(' '))
const FIVE = 5
const ALL_DIGITS = /^\d{9}$/

export const onlyFiveCount = (country: string): boolean => FIVE_COUNT.has(country)

/** What counts of a whole code. */
export const counting = (code: string, country: string): string =>
  FIVE_COUNT.has(country) && ALL_DIGITS.test(code) ? code.slice(0, FIVE) : code

/** What counts of the beginning of a code. */
export const countingBeginning = (beginning: string, country: string): string =>
  FIVE_COUNT.has(country) && /^\d{6,9}$/.test(beginning) ? beginning.slice(0, FIVE) : beginning

/** Without `D-` or `PL-`. */
export function withoutCountry(typed: string, country: string): string {
  const letters = countryLetters(country).find((letters) => /^\s*-/.test(after(letters, typed)))
  return letters === undefined ? typed : after(letters, typed)
}

/** Without the `LV` of `LV1010`, where codes have digits alone. */
export function withoutLetters(code: string, country: string): string {
  const letters = countryLetters(country).find((letters) => /^\s*\d/.test(after(letters, code)))
  if (letters === undefined) return code
  const isPlain = postalForms(country)?.patterns.every((pattern) => /^[01]+$/.test(pattern))
  return isPlain ? after(letters, code) : code
}

const after = (letters: string, text: string): string => (text.startsWith(letters) ? text.slice(letters.length) : '')

/**
 * The form in which codes of a country are compared: letters and digits of any script in upper case. 'D-10 115' and
 * '１０１１５' are '10115', '78701-2375' is '78701'.
 * @param country ISO 3166-1; null when it is not known
 */
export function comparableCode(written: string, country: string | null): string {
  const typed = typedCode(written)
  if (country === null) return lettersAndDigits(typed)
  const code = lettersAndDigits(withoutCountry(typed, country))
  return counting(withoutLetters(code, country), country)
}

/** Whether an address of the country can have the code. @param country ISO 3166-1 */
export function isPostalCode(written: string, country: string): boolean {
  const code = comparableCode(written, country)
  return code !== '' && mayFitCountry(code, country)
}

/** How codes of a country are written: `such as 560001`, or `of 5 digits`. Empty where that is not known. */
export function postalCodeHint(country: string): string {
  const forms = postalForms(country)
  if (!forms) return ''
  return forms.example === null ? `of ${forms.patterns[0]?.length} digits` : `such as ${forms.example}`
}

const BRITISH = new Set(['GB', 'GG', 'IM', 'JE'])

export const isBritish = (country: string): boolean => BRITISH.has(country)

/** 'E1', 'SW1A'. */
export const isDistrict = (code: string): boolean => /^[A-Z]{1,2}\d[A-Z\d]?$/.test(code)

const INWARD = 3

/** The district and the rest of a whole British code: 'SW1A' and '1AA'. */
export const districtOf = (code: string): { district: string; inward: string } => ({
  district: code.slice(0, -INWARD),
  inward: code.slice(-INWARD),
})

/** Districts of London whose codes all have another letter: nothing is in SW1 but what is in SW1A to SW1Y. */
const LETTERED = new Set(['EC1', 'EC2', 'EC3', 'EC4', 'SW1', 'W1', 'WC1', 'WC2'])

export const areaOf = (district: string): string => {
  const area = district.replace(/(?<=\d)[A-Z]$/, '')
  return LETTERED.has(area) ? area : district
}
