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

/**
 * For messages: what an entry of a list has to be.
 * @param where such as ` of India`
 * @param country whose codes the examples are, if they are of one; ISO 3166-1
 */
export function postalCodeOf(where: string, country = 'IN'): string {
  const [prefix, range] = examples[country] ?? []
  return prefix === undefined
    ? `a postal code${where}, a prefix that ends with * or a range with a hyphen between its ends`
    : `a postal code${where}, a prefix like "${prefix}" or a range like "${range}"`
}

const examples: Readonly<Record<string, readonly [prefix: string, range: string]>> = {
  ...{ IN: ['5600*', '560001-560099'], US: ['787*', '78701-78799'], DE: ['101*', '10115-10119'] },
  ...{ GB: ['SE1*', 'SE1..SE9'], FR: ['75*', '75001-75020'], AU: ['20*', '2000-2010'] },
}

/** Entries as they are written: what they are depends on the countries of their zone. */
export const writtenPostalCodes = z
  .array(z.string().refine((text) => /[\p{L}\p{Nd}]/u.test(text), { error: postalCodeOf('') }))
  .max(MAX_POSTAL_CODES)

/** Entries of any country, each once. */
export const postalCodeList = z
  .array(parsedText(entryReader([]), postalCodeOf('')))
  .max(MAX_POSTAL_CODES)
  .transform((entries) => [...new Set(entries)])
