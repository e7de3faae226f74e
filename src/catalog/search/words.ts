/**
 * The words of a text as search compares them: without accents and case, the same embedded and served, for any script.
 */

/** Accents of letters, and the signs for vowels that Hebrew and Arabic may leave out. Those of Indic scripts count. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

/** Letters that Unicode does not take apart into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ς: 'σ' },
}
const SPECIAL = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Scripts that put no blanks between words. */
const UNSPACED = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
const PARTS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
const RUN = /[\p{L}\p{N}\p{M}]+/gu
const APOSTROPHE = /['’ʼ`]/g

const MAX_WORD = 40

/** The text without accents and case, one blank between its words. */
export const plainText = (text: string): string => (fold(text).match(RUN) ?? []).join(' ')

const fold = (text: string): string => foldLetters(text).replace(APOSTROPHE, '')

/** The text without accents and case. Slugs are made by it, too. */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(SPECIAL, (letter) => plainLetters[letter] ?? letter)

/** What a text is made of: words, or stretches of a script that has no blanks between them. */
interface Part {
  signs: readonly string[]
  isUnspaced: boolean
}

const partsOf = (text: string): Part[] =>
  (fold(text).match(RUN) ?? [])
    .flatMap((run) => run.match(PARTS) ?? [])
    .map((part) => ({ signs: [...part], isUnspaced: IS_UNSPACED.test(part) }))

/** Every two signs that stand side by side. */
const pairs = (signs: readonly string[]): string[] => signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)

const cut = (signs: readonly string[]): string => signs.slice(0, MAX_WORD).join('')

/** The words to find the text by. Of a script without blanks these are all pairs of signs, and the last sign. */
export const indexedWords = (text: string): string[] =>
  partsOf(text).flatMap(({ signs, isUnspaced }) => (isUnspaced ? [...pairs(signs), ...signs.slice(-1)] : [cut(signs)]))

/** Whether it is a word that may be misspelt, and not signs of a script without blanks. */
export const isWhole = (word: string): boolean => !IS_UNSPACED.test(word)

/** A word that is looked for. */
export interface SoughtWord {
  word: string
  /** Whether other forms and misspellings of it are looked for, too. */
  isWhole: boolean
}

/** The words that a text asks for, each once and at most `max`. */
export function soughtWords(text: string, max: number): SoughtWord[] {
  const words = partsOf(text).flatMap(({ signs, isUnspaced }) => {
    if (!isUnspaced) return [{ word: cut(signs), isWhole: true }]
    return (signs.length === 1 ? [...signs] : pairs(signs)).map((word) => ({ word, isWhole: false }))
  })
  return [...new Map(words.map((sought) => [sought.word, sought])).values()].slice(0, max)
}

/** The singular and plural forms of a word, as far as English makes them by rule. Another language has none of them. */
export function otherForms(word: string): string[] {
  if (word.length < 3) return []
  const forms = [
    ...endings(word, 'ves', ['f', 'fe']),
    ...endings(word, 'ies', ['y']),
    ...endings(word, 'es', ['']),
    ...(word.endsWith('ss') ? [] : endings(word, 's', [''])),
    ...endings(word, 'y', ['ies']),
    ...endings(word, 'fe', ['ves']),
    ...endings(word, 'f', ['ves']),
  ]
  return [...new Set(forms)].filter((form) => form.length > 1)
}

const endings = (word: string, ending: string, others: readonly string[]): string[] =>
  word.endsWith(ending) ? others.map((other) => word.slice(0, -ending.length) + other) : []
