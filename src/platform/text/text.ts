/** Whether PostgreSQL can store the text: it has no NUL and no unpaired surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** Replaces line breaks, other control characters and what PostgreSQL cannot store by blanks. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Surrogate}]+/gu, ' ').trim()

/** The text in its composed form, without blanks around it and with one where there are several. */
export const tidyText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/** What two texts share that differ only in case, blanks and composed letters. */
export const comparableText = (text: string): string => tidyText(text).toLowerCase().normalize('NFC')

/** Counts code points, as PostgreSQL and JSON Schema do, so that an emoji outside the basic plane counts as one. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Decodes bytes, without the byte order mark that they may begin with. @throws TypeError when they are no UTF-8 */
export const utf8Text = (bytes: Uint8Array): string => utf8.decode(bytes)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for use inside an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** `sale_price` for `salePrice`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The value as JSON; null when it is nested too deep. JSON is read to any depth, but written only as deep as calls go. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
