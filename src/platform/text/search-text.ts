import { withoutInvisible } from '../../shared/typed-text.ts'
import { Problem } from '../problem.ts'
import { characterCount, isStorableText } from './text.ts'

const MAX_SEARCH = 100

/** Trimmed; null when empty. @throws Problem BAD_USER_INPUT when it is too long */
export function searchText(search: string | null | undefined): string | null {
  const text = search?.trim() ?? ''
  if (characterCount(text) > MAX_SEARCH) {
    throw new Problem('BAD_USER_INPUT', `search must be at most ${MAX_SEARCH} characters`, { field: 'search' })
  }
  if (!isStorableText(text))
    throw new Problem('BAD_USER_INPUT', 'search contains characters that cannot be stored', { field: 'search' })
  return text === '' ? null : text
}

/** Stored text may have composed or decomposed accents. */
export const spellings = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')].map(withoutInvisible)),
]

/** For an OR: one of the fields contains the text in any case. Prisma does not escape LIKE's wildcards. */
export const containing = <Field extends string>(fields: readonly Field[], text: string) =>
  fields.flatMap((field) =>
    spellings(text).map((spelling) => {
      const condition = { contains: spelling.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const }
      // TypeScript types a computed key as any string.
      return { [field]: condition } as Partial<Record<Field, typeof condition>>
    }),
  )
