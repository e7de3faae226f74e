import { otherForms, plainText, type SoughtWord, soughtWords } from './words.ts'

/** What is looked for in the search vectors of one store, as texts of PostgreSQL's `tsquery`. */
export interface SearchQuery {
  /** What a product must have: each word, or something like it. */
  all: string
  /** Anything that counts for its place among others. */
  any: string
  /** What its name must have, and its category. */
  names: string
  categories: string
  /** What counts more: whole words. */
  exact: string
  /** The text as a name would be compared with it. */
  plain: string
}

/** Words of the store that are like one that is looked for and not there. */
export interface LikeWords {
  /** Those that it is a misspelling of. */
  whole: readonly string[]
  /** Those whose beginning it is a misspelling of. */
  beginning: readonly string[]
}

const MAX_SOUGHT_WORDS = 10

/**
 * What every word of a store begins with in the index, so that it stands together there and one store's words are never
 * another's. Two stores that share it are told apart by their ids.
 */
const storePrefix = (storeId: string): string => storeId.slice(-6)

/** A lexeme for a `tsvector` or `tsquery`. Words have letters, digits and marks only, so nothing need be escaped. */
export const lexeme = (storeId: string, word: string): string => `'${storePrefix(storeId)}${word}'`

/**
 * How a word stands in the index that a product has in parts, such as `kitkat` of Kit Kat. Not as the word itself, so
 * that `kit` does not count more in a name because another word follows it.
 */
export const inParts = (word: string): string => `+${word}`

/** Makes the query for a text that has at least one word. @param like by word */
export function searchQuery(
  storeId: string,
  text: string,
  sought: readonly SoughtWord[],
  like: ReadonlyMap<string, LikeWords>,
): SearchQuery {
  const quoted = (words: readonly string[]) => words.map((word) => lexeme(storeId, word))
  const words = sought.map(({ word, isWhole, joined }) => {
    const { whole, beginning } = like.get(word) ?? { whole: [], beginning: [] }
    const forms = [word, ...(isWhole ? otherForms(word) : []), ...whole]
    const all = [...forms, ...joined, ...joined.flatMap(otherForms), ...(isWhole ? forms.map(inParts) : [])]
    const begun = [word, ...joined]
    const others = [...beginningWith(storeId, begun), ...quoted(beginning)]
    // What begins with one of these is not named again: PostgreSQL would expect twice as many products.
    const beginnings = isWhole ? [...begun, inParts(word)] : begun
    const rest = all.filter((other) => !beginnings.some((beginning) => other.startsWith(beginning)))
    return {
      exact: quoted(all),
      any: [...quoted(all), ...others],
      needed: [...quoted([...rest, ...beginning]), ...beginningWith(storeId, beginnings)],
    }
  })
  const inField = (weight: 'A' | 'B') =>
    words
      .map(({ needed }) => `(${needed.map((word) => `${word}${word.endsWith(':*') ? '' : ':'}${weight}`).join('|')})`)
      .join('&')
  return {
    names: inField('A'),
    categories: inField('B'),
    all: words.map(({ needed }) => `(${needed.join('|')})`).join('&'),
    any: words.flatMap(({ any }) => any).join('|'),
    exact: words.flatMap(({ exact }) => exact).join('|'),
    plain: plainText(text),
  }
}

export const beginningWith = (storeId: string, words: readonly string[]): string[] =>
  words.map((word) => `${lexeme(storeId, word)}:*`)

/** The words that a text asks for. */
export const wordsIn = (text: string): SoughtWord[] => soughtWords(text, MAX_SOUGHT_WORDS)
