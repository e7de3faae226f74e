/** Shorter texts would be found everywhere. */
const SHORTEST = 3
/** What a pattern would read as more than itself; without `-`, which the flag `u` does not allow to be escaped. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g
const DASH = String.raw`[\p{Pd}\u2212]`

/**
 * Replaces whole words and phrases by `…`, in any case, with any dash and any kind of blank; parts of longer words stay.
 */
export function redact(from: string, texts: readonly (string | null)[]): string {
  const sought = [...new Set(texts.flatMap((text) => (text === null ? [] : [text.normalize('NFC').trim()])))]
    .filter((text) => text.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
  if (sought.length === 0 || from === '') return from
  const pattern = sought.map(patternOf).join('|')
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu')
  // Composed only where something is found, so that other texts stay as they are.
  const composed = from.normalize('NFC')
  return words.test(composed) ? composed.replace(words, '…') : from
}

const patternOf = (text: string): string =>
  text
    .replace(SYNTAX, '\\$&')
    .replace(/[\p{Pd}\u2212]/gu, DASH)
    .replace(/\s+/g, '\\s+')
