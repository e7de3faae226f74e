/** An amount in the smallest unit of a currency: 49900n is 499.00 INR. */
export type Subunits = bigint

/** A ratio in millionths: a tax rate of 18 % is 180_000n. */
export type Micro = bigint

export const MICRO = 1_000_000n

/** The highest single price: 9,900 of it together are still exact as a JSON number, in main units too. */
export const MAX_PRICE: Subunits = 90_000_000_000n

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether `code` is a currency of ISO 4217, in upper case. */
export const isCurrency = (code: string): boolean => currencies.has(code)

// ISO 4217 has two decimals but for these. Intl follows the CLDR, which drops decimals that are out of fashion (IDR, PKR)
// but that payment providers count in.
const decimals = new Map([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
  ...['CLF', 'UYW'].map((code) => [code, 4] as const),
])

/** How many decimals a main unit of the currency has: INR 2, JPY 0, KWD 3. */
export const currencyExponent = (currency: string): number => decimals.get(currency) ?? 2

/** Subunits as the main-unit number that goes on the wire: 49950n INR is 499.5. */
export function toMainUnits(amount: Subunits, currency: string): number {
  return Number(decimalText(amount, currencyExponent(currency)))
}

/** A main-unit number as subunits; null when it has more decimals than the currency, or is no finite number. */
export function fromMainUnits(amount: number, currency: string): Subunits | null {
  return fromDecimal(amount, currencyExponent(currency))
}

/** A decimal number times 10^`decimals`, exactly; null when digits would be lost. */
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

/** `value` divided by 10^`decimals`, as text: (49950n, 2) is "499.50". */
export function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${value < 0n ? '-' : ''}${whole}${fraction}`
}

/** A ratio in millionths as a plain number: 180_000n is 0.18. */
export const microToNumber = (micro: Micro): number => Number(decimalText(micro, 6))

/** `numerator / denominator`, rounded half away from zero. `denominator` is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const half = numerator < 0n ? -denominator : denominator
  return (2n * numerator + half) / (2n * denominator)
}
