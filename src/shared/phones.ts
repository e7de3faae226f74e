import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { digitsOf, plainText } from './typed-text.ts'

/** Blanks, parentheses, dots and dashes, including minus, bullets and Japan's long vowel. */
const MARKS = /[\s().·‧•・。\p{Pd}−˗⁃ー]/gu

/** `+91 (987) 654-3210` becomes 919876543210. */
export const phoneDigits = (written: string): string => plainText(written).replace(MARKS, '').replace(/^\+/, '')

/** Earlier digits are a country code or trunk prefix. */
const TELLING_DIGITS = 10

/** Equal for all spellings of a phone: `+91 98765 12345` and `098765-12345` give 9876512345. Empty without digits. */
export const phoneIdentity = (written: string): string => digitsOf(written).slice(-TELLING_DIGITS)

/**
 * What a phone has in each of its spellings, for searches: no country code and no 0 in front of the area, at most ten
 * digits. Null when the text is no phone, or part of one.
 */
export function soughtDigits(written: string): string | null {
  const digits = phoneDigits(written)
  if (!/^\d+$/.test(digits)) return null
  const isAbroad = /^(?:\+|00)/.test(plainText(written).trim()) || digits.length > TELLING_DIGITS
  const parsed = isAbroad ? parsePhoneNumberFromString(`+${digits.replace(/^00/, '')}`) : undefined
  const national = parsed?.isValid() ? parsed.nationalNumber : digits
  return national.replace(/^0+(?=[1-9]\d{3})/, '').slice(-TELLING_DIGITS)
}
