/** Whether PostgreSQL can hold the text: no NUL, no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/**
 * The characters of a text as PostgreSQL, JSON Schema and people count them: code points, so that an emoji outside the
 * basic plane is one and not two.
 */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
