const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Such as the direction marks around a number copied from a list of contacts. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/**
 * For numbers and codes: NFKC, digits of any script as 0 to 9, nothing invisible. Not for names, whose spelling it
 * changes.
 */
export const plainText = (written: string): string => asciiDigits(withoutInvisible(written.normalize('NFKC')))

/** With the long vowel mark that a Japanese keyboard types for a dash between letters or digits. */
const DASHES = /[\p{Pd}\u02d7\u2043\u207b\u2212]|(?<=[A-Za-z0-9])\u30fc/gu

/** Every kind of dash, and minus, as `-`. */
export const plainDashes = (text: string): string => text.replace(DASHES, '-')

/** What may be a dash, for `translate` in SQL. */
export const dashes = (): string =>
  Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
    .filter((character) => character !== '-' && plainDashes(`A${character}`) === 'A-')
    .join('')

/** In ASCII. */
export const digitsOf = (written: string): string => plainText(written).replace(/[^0-9]/g, '')

export const asciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))

/** Non-ASCII digits and their values, for `translate` in SQL. */
export function foreignDigits(): { digits: string; values: string } {
  known ??= readDigits()
  return known
}

let known: { digits: string; values: string } | undefined
/** No script has digits beyond. */
const LAST = 0x1ffff

function readDigits() {
  const digits: string[] = []
  for (let code = 0x80; code <= LAST; code += 1) {
    if (isDigit(code)) digits.push(String.fromCodePoint(code))
  }
  return { digits: digits.join(''), values: asciiDigits(digits.join('')) }
}

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Unicode encodes a script's digits in a row from 0 to 9, and some scripts right after each other. */
function digitValue(code: number): number {
  let first = code
  while (isDigit(first - 1)) first -= 1
  return (code - first) % 10
}
