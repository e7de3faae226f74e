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

export const MAX_SOUGHT_WORDS = 10

/**
 * What every word of a store begins with in the index, so that it stands together there and one store's words are never
 * another's. Two stores that share it are told apart by their ids.
 */
export const storePrefix = (storeId: string): string => storeId.slice(-6)

/** A lexeme for a `tsvector` or `tsquery`. Words have letters, digits and marks only, so nothing need be escaped. */
export const lexeme = (storeId: string, word: string): string => `'${storePrefix(storeId)}${word}'`

/** Makes the query for a text that has at least one word. @param like by word */
export function searchQuery(
  storeId: string,
  text: string,
  sought: readonly SoughtWord[],
  like: ReadonlyMap<string, LikeWords>,
): SearchQuery {
  const words = sought.map(({ word, isWhole }) => {
    const { whole, beginning } = like.get(word) ?? { whole: [], beginning: [] }
    const quoted = (words: readonly string[]) => words.map((other) => lexeme(storeId, other))
    const forms = [word, ...(isWhole ? otherForms(word) : []), ...whole]
    const exact = quoted(forms)
    const others = [`${lexeme(storeId, word)}:*`, ...quoted(beginning)]
    // What begins with the word is in `others`. Named twice, PostgreSQL would expect twice as many products.
    const needed = [...quoted(forms.filter((form) => !form.startsWith(word))), ...others]
    return { exact, any: [...exact, ...others], needed }
  })
  const inField = (weight: 'A' | 'B') =>
    words
      .map(({ any }) => `(${any.map((word) => `${word}${word.endsWith(':*') ? '' : ':'}${weight}`).join('|')})`)
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

/** The words that a text asks for. */
export const wordsIn = (text: string): SoughtWord[] => soughtWords(text, MAX_SOUGHT_WORDS)
