import { foreignWords, sameWords, softWords, stopWords } from './word-lists.ts'

export interface Word {
  written: string
  term: string
}

/** The stem of the word or of its synonym. */
function termOf(word: string): string {
  const root = stem(word)
  return sameAs.get(root) ?? root
}

export function wordsOf(text: string): Word[] {
  const plain = text
    .replace(/\be-mail/gi, 'email')
    .replace(/[’']s\b/g, '')
    .replace(/[’']/g, '')
  const written = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return written
    .map((word) => ({ written: word, folded: fold(word) }))
    .filter(({ folded }) => !stop.has(folded))
    .map(({ written, folded }) => ({ written, term: termOf(folded) }))
}

export const termsOf = (text: string): string[] => wordsOf(text).map(({ term }) => term)

/** "gift card" scores higher than "gift" and "card" far apart. */
export const pairsOf = (terms: readonly string[]): string[] => terms.slice(1).map((term, at) => `${terms[at]}_${term}`)

/**
 * Neighbouring words as one: "Kit Kat" as "kitkat". Empty for two numbers, and for the stem of a part: "repair e-bikes"
 * is no "repaire".
 */
export const joinedTerms = (words: readonly Word[]): string[] =>
  words.slice(1).map((word, at) => {
    const before = words[at] ?? word
    const joined = termOf(fold(before.written + word.written))
    const isNone = joined === before.term || (/\d$/.test(before.written) && /^\d/.test(word.written))
    return isNone ? '' : joined
  })

/** Words like "price", and bare numbers, only affect the ranking. */
export const isSoft = (term: string): boolean => soft.has(term) || /^\d+$/.test(term)

export const isForeign = (term: string): boolean => foreign.has(term)

const fold = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Longer words are neither stemmed nor matched by fuzzy search. */
export const LONGEST_WORD = 30

/** `wrapped`, `wraps` and `wrapping` get the same stem. */
function stem(word: string): string {
  if (word.length <= 3 || word.length > LONGEST_WORD || /\d/.test(word)) return word
  let root = word
  if (/[^aeiou]ies$/.test(root) && root.length > 4) root = `${root.slice(0, -3)}y`
  else if (/(ss|ch|sh|x)es$/.test(root)) root = root.slice(0, -2)
  else if (/[^sui]s$/.test(root)) root = root.slice(0, -1)
  if (/[aeiouy].*ing$/.test(root) && root.length > 5) root = single(root.slice(0, -3))
  else if (/[aeiouy].*[^e]ed$/.test(root) && root.length > 4) root = single(root.slice(0, -2))
  return root.length > 3 ? root.replace(/e$/, '') : root
}

/** `wrapp` becomes `wrap`. */
const single = (root: string): string => root.replace(/([bdgmnprt])\1$/, '$1')

const stop = new Set(stopWords)
const sameAs = new Map(sameWords.flatMap((row) => row.map((word) => [stem(word), stem(row[0] ?? word)] as const)))
const soft = new Set(softWords.map(termOf))
const foreign = new Set(foreignWords.map(termOf))
