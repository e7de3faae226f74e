import { currencyExponent } from '../../../../../shared/currencies.ts'
import { languageOf, moneyText } from '../../../../../shared/money-text.ts'
import type { NumberFormat } from '../../../../../shared/number-format.ts'
import { type NumberKind, readNumber, writtenNumber } from '../../../../../shared/read-number.ts'

export type { NumberFormat } from '../../../../../shared/number-format.ts'

/** What a field takes. */
export interface TypedKind extends NumberKind {
  isMoney?: boolean
}

export const whole: TypedKind = { decimals: 0 }
export const percentage: TypedKind = { isPercent: true }
/** As many decimals as the currency has, unless the field says how many. */
export const money: TypedKind = { isMoney: true }

const kindOf = (kind: TypedKind, { currency }: NumberFormat): NumberKind => ({
  isTyped: true,
  ...(kind.isMoney && { decimals: currencyExponent(currency) }),
  ...kind,
})

/** Null when empty. NaN, which goes to no server, for what `mistakeIn` reports. */
export function numberOf(typed: string, numbers: NumberFormat, kind: TypedKind = {}): number | null {
  if (typed.trim() === '') return null
  const read = readNumber(typed, numbers, kindOf(kind, numbers))
  return 'value' in read ? read.value : Number.NaN
}

export const amountOf = (typed: string, numbers: NumberFormat): number | null => numberOf(typed, numbers, money)

/** Why it cannot be read, and what to type instead. */
export function mistakeIn(typed: string, numbers: NumberFormat, kind: TypedKind = {}): string | undefined {
  if (typed.trim() === '') return undefined
  const read = readNumber(typed, numbers, kindOf(kind, numbers))
  if ('value' in read) return undefined
  const isUnclear = /^\d/.test(read.expected)
  return `${isUnclear ? `“${typed.trim()}” can be read in two ways. ` : ''}Type ${read.expected}.`
}

/** What is understood: ₹12,500.00. Null where what is typed is no number, or says so itself. */
export function understood(typed: string, numbers: NumberFormat, kind: TypedKind = {}): string | null {
  const value = numberOf(typed, numbers, kind)
  if (value === null || Number.isNaN(value)) return null
  const { currency } = numbers
  if (kind.isMoney && Number(value.toFixed(currencyExponent(currency))) === value) return moneyText(value, currency)
  if (typed.trim().replace(/%$/, '').trim() === String(value)) return null
  return new Intl.NumberFormat(languageOf(currency), { maximumFractionDigits: 6 }).format(value)
}

/** A number of the server as it stands in a `NumberField`. */
export const typedNumber = (value: number | null | undefined, numbers: NumberFormat): string =>
  value == null ? '' : writtenNumber(value, numbers)

/** An amount of the server as it stands in a `MoneyField`, with the digits of its currency: 2917.30. */
export const typedMoney = (amount: number | null | undefined, numbers: NumberFormat): string =>
  amount == null ? '' : writtenNumber(amount, numbers, currencyExponent(numbers.currency))
