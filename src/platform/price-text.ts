import { currencyExponent, type Subunits, toMainUnits } from './money.ts'

/** An amount as people of the language write it, with all decimals of the currency: ₹1,499.00. */
export function priceText(amount: Subunits, currency: string, language = 'en'): string {
  const digits = currencyExponent(currency)
  const format = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(language, format).format(toMainUnits(amount, currency))
}
