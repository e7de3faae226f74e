import { Problem } from './problem.ts'
import { characterCount, isStorableText } from './text.ts'

const MAX_SEARCH = 100

/** What an owner looks for in a list; null for nothing in particular. @throws Problem BAD_USER_INPUT */
export function searchText(search: string | null | undefined): string | null {
  const text = search?.trim() ?? ''
  if (characterCount(text) > MAX_SEARCH) {
    throw new Problem('BAD_USER_INPUT', `search must be at most ${MAX_SEARCH} characters`)
  }
  if (!isStorableText(text)) throw new Problem('BAD_USER_INPUT', 'search contains characters that cannot be stored')
  return text === '' ? null : text
}

/** A Prisma condition: the text stands somewhere in the field, in any case. Prisma leaves LIKE's own signs as they are. */
export const containing = (text: string) => ({
  contains: text.replace(/[\\%_]/g, '\\$&'),
  mode: 'insensitive' as const,
})
