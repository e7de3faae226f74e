import { z } from 'zod'
import { MAX_POSTAL_CODES, postalEntry } from '../text/postal-codes.ts'

/** Parsed to the form in which it is compared. */
export const parsedText = (read: (written: string) => string | null, expected: string) =>
  z.string().transform((written, context): string => {
    const value = read(written)
    if (value !== null) return value
    context.issues.push({ code: 'custom', message: expected, input: written })
    return z.NEVER
  })

export const POSTAL_CODE = 'a postal code, a prefix like "5600*" or a range like "560001-560099"'

/** Each entry once. */
export const postalCodeList = z
  .array(parsedText(postalEntry, POSTAL_CODE))
  .max(MAX_POSTAL_CODES)
  .transform((entries) => [...new Set(entries)])
