/** Whether PostgreSQL can store the text: it has no NUL and no unpaired surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** Counts code points, as PostgreSQL and JSON Schema do, so that an emoji outside the basic plane counts as one. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
