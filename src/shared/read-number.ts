import { currencySigns } from './currency-signs.ts'
import type { NumberFormat } from './number-format.ts'
import { asciiDigits, withoutInvisible } from './typed-text.ts'

export type ReadNumber = { value: number } | { expected: string }

export interface NumberKind {
  /** At most as many as this; 0 for whole numbers. */
  decimals?: number
  isPercent?: boolean
  /** In a form, and not in a file. */
  isTyped?: boolean
}

/** In characters. Longer texts are no numbers, and would take minutes to read. */
const LONGEST_NUMBER = 100

const NO_NUMBER = { expected: 'a number such as 1234.50' }
const exponent = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

/**
 * Reads a number as people type it: in any script, with the currency's sign, blanks or signs between thousands. What
 * can be meant in two ways, or has too many decimals, is not guessed; `expected` says what to type instead.
 */
export function readNumber(typed: string, format: NumberFormat, kind: NumberKind = {}): ReadNumber {
  const text = inAscii(typed)
  if (text.length > LONGEST_NUMBER) return NO_NUMBER
  if (exponent.test(text)) {
    return { expected: `all digits of the number${kind.isTyped ? '' : ' (format the column as a number)'}` }
  }
  const { sign, core } = withoutSigns(text, format.currency, kind)
  // Arabic has signs of its own, which mean nothing else.
  const signs = /[٫٬]/.test(typed) ? ({ ...format, decimal: '.', group: ',' } as const) : format
  const number = numberIn(core, signs, kind.decimals ?? MOST_DECIMALS)
  if (number) return 'text' in number ? { value: Number(sign + number.text) } : number
  return withSomethingElse(text, signs, kind)
}

const MOST_DECIMALS = 100

/** Drops invisible characters, such as direction marks. */
const inAscii = (typed: string): string =>
  asciiDigits(withoutInvisible(typed))
    .replace(/[٫．]/g, '.')
    .replace(/[٬，]/g, ',')
    .replace(/[٪％]/g, '%')
    .replace(/[−–﹣－]/g, '-')
    .replace(/[’´`‘′]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

/** Splits off +, -, the currency and % on either side: -₹3, ₹ -3, 3 INR, ₹499/-. */
function withoutSigns(text: string, currency: string, { isPercent = false }: NumberKind) {
  let core = text.toLowerCase().replace(/\s?\/[-=]$/, '')
  if (isPercent) core = core.replace(/^%\s?|\s?%$/, '')
  let sign = ''
  const takeSign = () => {
    const [found] = /^[+-]\s?/.exec(core) ?? []
    if (found === undefined || sign !== '') return
    sign = found.startsWith('-') ? '-' : '+'
    core = core.slice(found.length)
  }
  takeSign()
  const signs = currencySigns(currency)
  const before = signs.find((each) => core.startsWith(each))
  // The point of `Rs. 5` belongs to the sign, that of `₹.5` to the number.
  if (before !== undefined) core = core.slice(before.length).replace(/\p{L}$/u.test(before) ? /^\.?\s?/ : /^\s/, '')
  takeSign()
  const after = signs.find((each) => core.endsWith(each) || core.endsWith(`${each}.`))
  if (after !== undefined) core = core.slice(0, core.lastIndexOf(after)).trimEnd()
  return { sign: sign === '-' ? '-' : '', core }
}

type Found = { text: string } | { expected: string } | null

const SPACED = /^\d{1,3}(?:([ '])\d{2,3})(?:\1\d{2,3})*(?:[.,]\d*)?$/
const LAST_GROUP = /[ ']\d{3}(?:[.,]|$)/
const COMMA_GROUPS = /^\d{1,3}(?:,\d{2,3})*,\d{3}$/
const POINT_GROUPS = /^\d{1,3}(?:\.\d{3})+$/

/** As digits with a point before decimals. Null for what is no number. */
function numberIn(text: string, format: NumberFormat, most: number): Found {
  if (/[ ']/.test(text)) {
    if (!SPACED.test(text) || !LAST_GROUP.test(text)) return null
    const [whole = '', decimals = ''] = text.replace(/[ ']/g, '').split(/[.,]/)
    return checked(whole, decimals, most)
  }
  const [, whole = '', sign, decimals = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(text) ?? []
  if (/[.,]/.test(whole)) {
    const other = sign === ',' ? '.' : ','
    if (isGrouped(whole, other)) return checked(whole.replaceAll(other, ''), decimals, most)
    return isGrouped(text, sign) ? { text: text.replace(/[.,]/g, '') } : null
  }
  if (!/^\d*$/.test(whole) || whole + decimals === '') return null
  if (sign === undefined) return { text: whole }
  if (decimals.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) {
    // Programs write prices as 12.5000, but 12,5000 may lack a digit where commas group.
    return checked(whole, decimals, most, sign === format.group)
  }
  if (sign === format.group) return { text: whole + decimals }
  if (sign === format.decimal && most >= 3) return { text: `${whole}.${decimals}` }
  return { expected: inTwoWays(whole, decimals, most) }
}

const isGrouped = (text: string, sign: string | undefined): boolean =>
  (sign === ',' ? COMMA_GROUPS : POINT_GROUPS).test(text)

/** Zeros beyond the decimals that there may be say nothing, unless every digit counts. */
function checked(whole: string, decimals: string, most: number, isStrict = false): Found {
  const beyond = decimals.slice(most)
  if (beyond === '' || (!isStrict && /^0+$/.test(beyond))) return { text: `${whole || '0'}.${decimals || '0'}` }
  return { expected: mostDecimals(most) }
}

const mostDecimals = (most: number): string =>
  most === 0 ? 'a whole number' : `a number with at most ${most} decimal${most === 1 ? '' : 's'}`

/** A further 0 makes the second one clear. */
function inTwoWays(whole: string, decimals: string, most: number): string {
  if (most === 0) return whole + decimals
  return most >= 3 ? `${whole}${decimals} or ${whole}.${decimals}0` : `${whole}${decimals}, or ${mostDecimals(most)}`
}

function withSomethingElse(text: string, format: NumberFormat, kind: NumberKind): ReadNumber {
  const bare = text.replace(/^[\p{Sc}\p{L}.\s]+(?=[\d.+-])|[\p{Sc}\p{L}%\s]+$/gu, '')
  if (bare === text) return NO_NUMBER
  const { sign, core } = withoutSigns(bare, format.currency, kind)
  const number = numberIn(core, format, kind.decimals ?? MOST_DECIMALS)
  if (!number || !('text' in number)) return NO_NUMBER
  if (/\p{Sc}/u.test(text)) return { expected: `an amount in ${format.currency}` }
  return { expected: `a number without anything else, ${Number(sign + number.text)}` }
}

/**
 * A number as text that is read as the same: with a point, and a further 0 where the point could be between thousands.
 * @param fewest decimals
 */
export function writtenNumber(value: number, format: NumberFormat, fewest = 0): string {
  const plain = String(value)
  const exact = plain.includes('e')
    ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
    : plain
  const { length = 0 } = exact.split('.')[1] ?? ''
  const text = length < fewest ? value.toFixed(fewest) : exact
  const read = readNumber(text, format)
  return ('value' in read && read.value === value) || !text.includes('.') ? text : `${text}0`
}
