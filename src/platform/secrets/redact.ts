/** Shorter texts would be found everywhere. */
const SHORTEST = 3
/** Scripts that put nothing between words, or add endings to names, and in which two characters are a name. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const SHORTEST_UNSPACED = 2
/** What a pattern would read as more than itself; without `-`, which the flag `u` does not allow to be escaped. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g
const DASH = String.raw`[\p{Pd}\u2212]`

/**
 * Replaces whole words and phrases by `…`, in any case, with any dash and any kind of blank; parts of longer words stay,
 * unless their script does not separate words.
 */
export function redact(from: string, texts: readonly (string | null)[]): string {
  const sought = [...new Set(texts.flatMap((text) => (text === null ? [] : [text.normalize('NFC').trim()])))]
    .filter((text) => text.length >= (UNSPACED.test(text) ? SHORTEST_UNSPACED : SHORTEST))
    .toSorted((a, b) => b.length - a.length)
  if (sought.length === 0 || from === '') return from
  const pattern = sought.map(patternOf).join('|')
  const words = new RegExp(pattern, 'giu')
  // Composed only where something is found, so that other texts stay as they are.
  const composed = from.normalize('NFC')
  return words.test(composed) ? composed.replace(words, '…') : from
}

function patternOf(text: string): string {
  const pattern = text
    .replace(SYNTAX, '\\$&')
    .replace(/[\p{Pd}\u2212]/gu, DASH)
    .replace(/\s+/g, '\\s+')
  return UNSPACED.test(text) ? pattern : `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`
}
