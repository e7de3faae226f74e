import { z } from 'zod'
import { MAX_POSTAL_CODES } from '../../shared/postal-code-set.ts'
import { entryReader } from '../../shared/postal-entries.ts'

/** Parsed to the form in which it is compared. */
export const parsedText = (read: (written: string) => string | null, expected: string) =>
  z.string().transform((written, context): string => {
    const value = read(written)
    if (value !== null) return value
    context.issues.push({ code: 'custom', message: expected, input: written })
    return z.NEVER
  })

/** For messages: what an entry of a list has to be. @param where such as ` of India` */
export const postalCodeOf = (where: string): string =>
  `a postal code${where}, a prefix like "5600*" or a range like "560001-560099"`

/** Entries as they are written: what they are depends on the countries of their zone. */
export const writtenPostalCodes = z
  .array(z.string().refine((text) => /[\p{L}\p{Nd}]/u.test(text), { error: postalCodeOf('') }))
  .max(MAX_POSTAL_CODES)

/** Entries of any country, each once. */
export const postalCodeList = z
  .array(parsedText(entryReader([]), postalCodeOf('')))
  .max(MAX_POSTAL_CODES)
  .transform((entries) => [...new Set(entries)])
