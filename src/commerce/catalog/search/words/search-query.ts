import { otherSpellings } from './spellings.ts'
import { otherForms, plainText, type SoughtWord, soughtWords } from './words.ts'

export interface SearchQuery {
  /** Required: each word, or something like it. */
  all: string
  /** Affects ranking only. */
  any: string
  /** Required of the name, and of the category. */
  names: string
  categories: string
  /** Ranks higher: whole words. */
  exact: string
  plain: string
}

export interface LikeWords {
  whole: readonly string[]
  beginning: readonly string[]
}

const MAX_SOUGHT_WORDS = 10

/** Groups a store's words in the index. Two stores with equal prefixes are distinguished by id. */
const storePrefix = (storeId: string): string => storeId.slice(-6)

/** Words consist of letters, digits and marks, so nothing needs escaping. */
export const lexeme = (storeId: string, word: string): string => `'${storePrefix(storeId)}${word}'`

/** Joined words, such as `kitkat` of Kit Kat, are marked, so that `kit` does not rank higher. */
export const inParts = (word: string): string => `+${word}`

export function searchQuery(
  storeId: string,
  text: string,
  sought: readonly SoughtWord[],
  like: ReadonlyMap<string, LikeWords>,
): SearchQuery {
  const quoted = (words: readonly string[]) => words.map((word) => lexeme(storeId, word))
  const words = sought.map(({ word, isWhole, isOptional, joined }) => {
    const { whole, beginning } = like.get(word) ?? { whole: [], beginning: [] }
    const forms = [word, ...(isWhole ? otherForms(word) : []), ...whole]
    const all = [...forms, ...joined, ...joined.flatMap(otherForms), ...(isWhole ? forms.map(inParts) : [])]
    const begun = [word, ...(isWhole ? otherSpellings(word) : []), ...joined]
    const others = [...beginningWith(storeId, begun), ...quoted(beginning)]
    // Prefixes already covered are left out: PostgreSQL would double its estimate.
    const beginnings = isWhole ? [...begun, inParts(word)] : begun
    const rest = all.filter((other) => !beginnings.some((beginning) => other.startsWith(beginning)))
    return {
      isOptional,
      exact: quoted(all),
      any: [...quoted(all), ...others],
      needed: [...quoted([...rest, ...beginning]), ...beginningWith(storeId, beginnings)],
    }
  })
  const asked = words.filter(({ isOptional }) => !isOptional)
  const required = asked.length > 0 ? asked : words
  const inField = (weight: 'A' | 'B') =>
    required
      .map(({ needed }) => `(${needed.map((word) => `${word}${word.endsWith(':*') ? '' : ':'}${weight}`).join('|')})`)
      .join('&')
  return {
    names: inField('A'),
    categories: inField('B'),
    all: required.map(({ needed }) => `(${needed.join('|')})`).join('&'),
    any: words.flatMap(({ any }) => any).join('|'),
    exact: words.flatMap(({ exact }) => exact).join('|'),
    plain: plainText(text),
  }
}

export const beginningWith = (storeId: string, words: readonly string[]): string[] =>
  words.map((word) => `${lexeme(storeId, word)}:*`)

export const wordsIn = (text: string): SoughtWord[] => soughtWords(text, MAX_SOUGHT_WORDS)
