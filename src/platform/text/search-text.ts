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

/** Prisma does not escape LIKE's wildcards. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
