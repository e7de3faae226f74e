import { z } from 'zod'
import { labelledText } from '../platform/input/labelled-text.ts'

const NOT_DIGITS = 'Phone must contain digits only'
const MAX_DIGITS = 50

/** A phone number without the marks that people write between its digits: `+91 (987) 654-3210` is 919876543210. */
export const phoneDigits = (written: string): string =>
  written
    .trim()
    .replace(/^\+/, '')
    .replace(/[\s()-]/g, '')

/** More than these tell no two phones apart: what comes before is the country's code, or the digits of a trunk call. */
const TELLING_DIGITS = 10

/**
 * What tells the phone of one person from another's, however it is written: `+91 98765 12345` and `098765-12345` are
 * 9876512345. Empty for what has no digits.
 */
export const phoneIdentity = (written: string): string => written.replace(/\D/g, '').slice(-TELLING_DIGITS)

/** The schema of a customer's phone: gives its digits. */
export const phone = labelledText({ label: 'Phone', max: 255 })
  .transform(phoneDigits)
  .pipe(
    z
      .string()
      .regex(/^\d+$/, { error: NOT_DIGITS, abort: true })
      .max(MAX_DIGITS, { error: `Phone must be at most ${MAX_DIGITS} digits` }),
  )
