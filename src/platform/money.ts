import { currencyExponent } from '../shared/currencies.ts'
import { moneyText } from '../shared/money-text.ts'

export { currencyExponent }

/** An amount in the smallest unit of a currency: 49900n is 499.00 INR. */
export type Subunits = bigint

/** A ratio in millionths: a tax rate of 18 % is 180_000n. */
export type Micro = bigint

export const MICRO = 1_000_000n

/** The sum of 9,900 such prices is still exact as a JSON number, in main units too. */
export const MAX_PRICE: Subunits = 90_000_000_000n

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const isCurrency = (code: string): boolean => currencies.has(code)

/**
 * In subunits. Providers take three decimals only when the last one is 0:
 * https://razorpay.com/docs/payments/international-payments/#supported-currencies
 */
export const roundingUnit = (exponent: number): Subunits => (exponent === 3 ? 10n : 1n)

export const payableAmount = (currency: string): string => {
  const exponent = currencyExponent(currency)
  return `a multiple of ${Number(decimalText(roundingUnit(exponent), exponent))} ${currency}, because payment providers take no other amounts`
}

export const lineTotal = (unitPrice: Subunits, qty: number, exponent: number): Subunits =>
  roundTo(roundingUnit(exponent), unitPrice * BigInt(qty))

export const roundTo = (unit: Subunits, amount: Subunits): Subunits => divideRounded(amount, unit) * unit

const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

/** 49950n INR becomes 499.5. */
export function toMainUnits(amount: Subunits, currency: string): number {
  const exponent = currencyExponent(currency)
  // A division of two exact numbers gives the number nearest to the decimal, just as reading its text does.
  if (amount <= MAX_EXACT && amount >= -MAX_EXACT) return Number(amount) / 10 ** exponent
  return Number(decimalText(amount, exponent))
}

export const mainUnitsOrNull = (amount: Subunits | null, currency: string): number | null =>
  amount === null ? null : toMainUnits(amount, currency)

/** Null when the amount is not finite or has more decimals than the currency. */
export function fromMainUnits(amount: number, currency: string): Subunits | null {
  return fromDecimal(amount, currencyExponent(currency))
}

/** Multiplies a decimal number by 10^`decimals`, exactly. Null when digits would be lost. */
export function fromDecimal(value: number, decimals: number): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const shift = decimals - fraction.length + Number(power)
  const digits = BigInt(whole + fraction)
  if (shift >= 0) return BigInt(`${sign}1`) * digits * 10n ** BigInt(shift)
  const divisor = 10n ** BigInt(-shift)
  return digits % divisor === 0n ? BigInt(`${sign}1`) * (digits / divisor) : null
}

/** (49950n, 2) becomes "499.50". */
export function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${value < 0n ? '-' : ''}${whole}${fraction}`
}

/** With all decimals of the currency, as it stands in pages, mails and messages: ₹1,499.00. */
export const priceText = (amount: Subunits, currency: string, language?: string): string =>
  moneyText(toMainUnits(amount, currency), currency, { language })

export const moneyInWords = ({ amount, currency }: { amount: Subunits; currency: string }): string =>
  priceText(amount, currency)

/** Without decimals where all are 0: ₹399.50, but ₹1,499. */
export const shortPriceText = (amount: Subunits, currency: string): string =>
  moneyText(toMainUnits(amount, currency), currency, { isShort: true })

/** 180_000n becomes 0.18. */
export const microToNumber = (micro: Micro): number => Number(decimalText(micro, 6))

/** Divides, rounding half away from zero. `denominator` must be positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const half = numerator < 0n ? -denominator : denominator
  return (2n * numerator + half) / (2n * denominator)
}
