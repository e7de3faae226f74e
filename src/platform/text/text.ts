/** No NUL and no unpaired surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** Replaces control characters and what PostgreSQL cannot store by blanks. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Surrogate}]+/gu, ' ').trim()

/** Composed, trimmed, with single blanks. */
export const tidyText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/** Equal for texts that differ only in case, blanks and composed letters. */
export const comparableText = (text: string): string => tidyText(text).toLowerCase().normalize('NFC')

/** Code points, as in PostgreSQL and JSON Schema. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Drops a byte order mark. @throws TypeError when the bytes are no UTF-8 */
export const utf8Text = (bytes: Uint8Array): string => utf8.decode(bytes)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Null when nested too deep: JSON can be read to any depth, but written only as deep as the stack. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Undefined when the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
