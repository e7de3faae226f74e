import { otherSpellings } from './spellings.ts'

/** Accents, and the vowel signs that Hebrew and Arabic may omit. Those of Indic scripts count. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
/** Kashida and marks of recitation, and what Arabic, Persian and Urdu keyboards write in two ways. */
const KASHIDA_AND_MARKS = /[\u0610-\u061a\u0640\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g
const arabicLetters: readonly [written: RegExp, as: string][] = [
  [/\u0671/g, '\u0627'],
  [/[\u0649\u06cc\u06d2]/g, '\u064a'],
  [/[\u0629\u06be\u06c1\u06d5]/g, '\u0647'],
  [/\u06a9/g, '\u0643'],
]
const ARABIC = /\p{scx=Arab}/u

const SPECIAL = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

const UNSPACED = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
const PARTS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
const RUN = /[\p{L}\p{N}\p{M}]+/gu
/** Apostrophes that Unicode counts as letters; they separate words like the others. */
const APOSTROPHES = /[\u02b9-\u02c1\u02c8\u02ca\u02cb\ua78b\ua78c]/g

const MAX_WORD = 40

export const plainText = (text: string): string => (fold(text).match(RUN) ?? []).join(' ')

const fold = (text: string): string => foldArabic(foldLetters(text)).replace(APOSTROPHES, "'")

const foldArabic = (text: string): string =>
  ARABIC.test(text)
    ? arabicLetters.reduce((folded, [written, as]) => folded.replace(written, as), text.replace(KASHIDA_AND_MARKS, ''))
    : text

export const foldLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(SPECIAL, (letter) => plainLetters[letter] ?? letter)

interface Part {
  signs: readonly string[]
  isUnspaced: boolean
  token: number
}

const partsOf = (text: string): Part[] =>
  fold(text)
    .split(/\s+/)
    .flatMap((token, at) =>
      (token.match(RUN) ?? [])
        .flatMap((run) => run.match(PARTS) ?? [])
        .map((part) => ({ signs: [...part], isUnspaced: IS_UNSPACED.test(part), token: at })),
    )

const pairs = (signs: readonly string[]): string[] => signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)

const cut = (signs: readonly string[]): string => signs.slice(0, MAX_WORD).join('')

/** For a script without blanks: all pairs of signs, and the last sign. */
export const indexedWords = (text: string): string[] =>
  partsOf(text).flatMap(({ signs, isUnspaced }) => (isUnspaced ? [...pairs(signs), ...signs.slice(-1)] : [cut(signs)]))

/** Formed by neighbouring words, such as `kitkat`. */
interface JoinedWord {
  word: string
  from: number
  to: number
  /** Whether no blank separates the parts, as in `t-shirt`. */
  isGlued: boolean
}

/** Pairs, triples around a number (`iphone15pro`), and all between two blanks; not two numbers: 3.5 is not 35. */
function joinedParts(parts: readonly Part[]): JoinedWord[] {
  const joined: JoinedWord[] = []
  const join = (from: number, to: number, isGlued: boolean) =>
    joined.push({ word: cut(parts.slice(from, to + 1).flatMap(({ signs }) => signs)), from, to, isGlued })
  let start = 0
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    if (!before) continue
    const isGlued = before.token === part.token
    if (!canJoin(before, part)) {
      start = at
      continue
    }
    join(at - 1, at, isGlued)
    if (!isGlued) start = at
    else if (at - start > 1 && parts[at + 1]?.token !== part.token) join(start, at, true)
    const first = parts[at - 2]
    if (first && hasDigit(before) && canJoin(first, before) && first.token !== part.token) join(at - 2, at, false)
  }
  return joined
}

const DIGIT = /^\p{N}$/u
const hasDigit = ({ signs }: Part): boolean => signs.some((sign) => DIGIT.test(sign))
const isNumber = ({ signs }: Part): boolean => signs.every((sign) => DIGIT.test(sign))
const canJoin = (before: Part, next: Part): boolean =>
  !before.isUnspaced && !next.isUnspaced && !(DIGIT.test(before.signs.at(-1) ?? '') && DIGIT.test(next.signs[0] ?? ''))

export const joinedInName = (text: string): string[] => joinedParts(partsOf(text)).map(({ word }) => word)

/** In longer texts, only parts without a blank between them, and numbers with what follows. */
export function joinedInText(text: string): string[] {
  const parts = partsOf(text)
  const beginsWithNumber = ({ from, to }: JoinedWord) => to === from + 1 && parts.slice(from, to).every(isNumber)
  return joinedParts(parts)
    .filter((joined) => joined.isGlued || beginsWithNumber(joined))
    .map(({ word }) => word)
}

/** Whether it may be misspelt: not signs of a script without blanks. */
export const isWhole = (word: string): boolean => !IS_UNSPACED.test(word)

export interface SoughtWord {
  word: string
  isWhole: boolean
  /** Ranks, but need not be there: `and`, for which others write `&`. */
  isOptional: boolean
  joined: readonly string[]
}

/** `fish and chips`, `mac n cheese`. */
const isConjunction = (word: string, at: number, count: number): boolean =>
  word === 'and' ? count > 1 : word === 'n' && at > 0 && at < count - 1

export function soughtWords(text: string, max: number): SoughtWord[] {
  const parts = partsOf(text)
  const joined = joinedParts(parts)
  const sought = new Map<string, SoughtWord>()
  for (const [at, { signs, isUnspaced }] of parts.entries()) {
    const words = !isUnspaced ? [cut(signs)] : signs.length === 1 ? signs : pairs(signs)
    const others = joined.filter(({ from, to }) => from <= at && at <= to).map(({ word }) => word)
    for (const word of words) {
      const known = sought.get(word)?.joined ?? []
      const isOptional = isConjunction(word, at, parts.length)
      sought.set(word, { word, isWhole: !isUnspaced, isOptional, joined: [...new Set([...known, ...others])] })
    }
  }
  return [...sought.values()].slice(0, max)
}

/** Other spellings, and singular and plural of each, by the rules of English. */
export function otherForms(word: string): string[] {
  const spellings = otherSpellings(word)
  return [...new Set([...otherNumbers(word), ...spellings, ...spellings.flatMap(otherNumbers)])]
}

function otherNumbers(word: string): string[] {
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
