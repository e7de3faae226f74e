/** Shorter texts would be found everywhere. */
const SHORTEST = 3

/** Replaces whole words and phrases by `…`, in any case; parts of longer words stay. */
export function redact(from: string, texts: readonly (string | null)[]): string {
  const sought = [...new Set(texts)]
    .filter((text) => text !== null)
    .map((text) => text.trim())
    .filter((text) => text.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
  if (sought.length === 0 || from === '') return from
  const pattern = sought.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
  return from.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'), '…')
}
