import { foreignWords, sameWords, softWords, stopWords } from './word-lists.ts'

/** A word of a text, as it is written and as it is compared. */
export interface Word {
  written: string
  term: string
}

/** What is compared of a word: its stem, or the stem of the word that stands for all that mean the same. */
function termOf(word: string): string {
  const root = stem(word)
  return sameAs.get(root) ?? root
}

/** The words of a text in their order, stop words left out. */
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

/** Neighbours as one term each, so that `gift card` is found before `gift` and `card` apart. */
export const pairsOf = (terms: readonly string[]): string[] => terms.slice(1).map((term, at) => `${terms[at]}_${term}`)

/** Whether the term helps to rank and is not asked for: words like `price`, and bare numbers. */
export const isSoft = (term: string): boolean => soft.has(term) || /^\d+$/.test(term)

/** Whether the term names a subject that is no shop's. */
export const isForeign = (term: string): boolean => foreign.has(term)

const fold = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** No longer one has an ending to take off, or is spelled almost like another. */
export const LONGEST_WORD = 30

/** The word without its English ending; good enough to let `wrapped`, `wraps` and `wrapping` meet. */
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

/** `wrapp` is `wrap`. */
const single = (root: string): string => root.replace(/([bdgmnprt])\1$/, '$1')

const stop = new Set(stopWords)
const sameAs = new Map(sameWords.flatMap((row) => row.map((word) => [stem(word), stem(row[0] ?? word)] as const)))
const soft = new Set(softWords.map(termOf))
const foreign = new Set(foreignWords.map(termOf))
