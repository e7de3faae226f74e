import { currencyExponent, type Subunits, toMainUnits } from '../money.ts'

/** With all decimals of the currency: ₹1,499.00, ₹24,69,135.00. */
export const priceText = (amount: Subunits, currency: string, language = 'en'): string =>
  written(amount, currency, language, 'auto')

/** Without decimals where all are 0: ₹399.50, but ₹1,499. */
export const shortPriceText = (amount: Subunits, currency: string, language = 'en'): string =>
  written(amount, currency, language, 'stripIfInteger')

function written(
  amount: Subunits,
  currency: string,
  language: string,
  trailingZeroDisplay: 'auto' | 'stripIfInteger',
): string {
  const digits = currencyExponent(currency)
  const format = new Intl.NumberFormat(currency === 'INR' ? indian(language) : language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay,
  })
  return format.format(toMainUnits(amount, currency))
}

/** Rupees are grouped in lakhs and crores in every English. */
const indian = (language: string): string => (/^en\b/.test(language) ? 'en-IN' : language)
