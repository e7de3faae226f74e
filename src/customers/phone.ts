import { z } from 'zod'
import { labelledText } from '../platform/input/labelled-text.ts'
import { digitsOf, plainText } from '../platform/text/typed-text.ts'

const NOT_DIGITS = 'Phone must contain digits only'
const MAX_DIGITS = 50

/** Blanks, parentheses, dots and dashes; those that are no dash to Unicode are minus, bullets and Japan's long vowel. */
const MARKS = /[\s().·‧•・。\p{Pd}−˗⁃ー]/gu

/** Removes the marks that people write in phone numbers: `+91 (987) 654-3210` becomes 919876543210. */
export const phoneDigits = (written: string): string => plainText(written).replace(MARKS, '').replace(/^\+/, '')

/** Digits before the last ten are a country code or a trunk prefix, and do not distinguish phones. */
const TELLING_DIGITS = 10

/**
 * A key that is the same for every spelling of one phone number: `+91 98765 12345` and `098765-12345` are both
 * 9876512345. It is empty when the text has no digits.
 */
export const phoneIdentity = (written: string): string => digitsOf(written).slice(-TELLING_DIGITS)

/** The zod schema of a customer's phone; it parses to the digits. */
export const phone = labelledText({ label: 'Phone', max: 255 })
  .transform(phoneDigits)
  .pipe(
    z
      .string()
      .regex(/^\d+$/, { error: NOT_DIGITS, abort: true })
      .max(MAX_DIGITS, { error: `Phone must be at most ${MAX_DIGITS} digits` }),
  )
