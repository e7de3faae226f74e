const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Removes what nobody sees, such as the direction marks around a number that was copied from a list of contacts. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/**
 * Numbers and codes that were typed or copied, in plain characters: full-width letters become ASCII, digits of any
 * script become 0 to 9, and what nobody sees is removed. Not for names, whose spelling it changes.
 */
export const plainText = (written: string): string => asciiDigits(withoutInvisible(written.normalize('NFKC')))

/** The digits of a text that is stored as it was written, in ASCII. */
export const digitsOf = (written: string): string => plainText(written).replace(/[^0-9]/g, '')

export const asciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))

/**
 * Every digit that is not ASCII, and beside it its value, for `translate` in SQL.
 */
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

/** Unicode encodes the digits of a script in a row from 0 to 9, and some scripts right after each other. */
function digitValue(code: number): number {
  let first = code
  while (isDigit(first - 1)) first -= 1
  return (code - first) % 10
}
