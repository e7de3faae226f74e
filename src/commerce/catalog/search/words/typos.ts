/** One from 4 letters on, two from 9. */
export function typosAllowed(word: string): number {
  const { length } = [...word]
  if (length >= 9) return 2
  return length >= 4 ? 1 : 0
}

/** With a typo, such a word is like too many others: only one as a whole that begins with the same letter is meant. */
export const isShort = (word: string): boolean => [...word].length === 4

/** A missing, added, changed or swapped letter counts 1. */
interface Distance {
  whole: number
  beginning: number
}

export function distance(word: string, known: string): Distance {
  const [letters, others] = [[...word], [...known]]
  let before: number[] = []
  let last = others.map((_, at) => at)
  last.push(others.length)
  for (const [row, letter] of letters.entries()) {
    const next = [row + 1]
    for (const [at, other] of others.entries()) {
      const same = (last[at] ?? 0) + Number(letter !== other)
      const swapped =
        row > 0 && at > 0 && letter === others[at - 1] && letters[row - 1] === other
          ? (before[at - 1] ?? 0) + 1
          : Number.POSITIVE_INFINITY
      next.push(Math.min(same, swapped, (last[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    before = last
    last = next
  }
  return { whole: last.at(-1) ?? letters.length, beginning: Math.min(...last) }
}

/** A bit per letter: known words that lack too many bits need no comparison. */
export function letterBits(word: string): number {
  let bits = 0
  for (const letter of word) bits |= 1 << ((letter.codePointAt(0) ?? 0) % 31)
  return bits
}
