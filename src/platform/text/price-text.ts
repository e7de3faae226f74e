import { currencyExponent, type Subunits, toMainUnits } from '../money.ts'

/** An amount as people of the language write it, with all decimals of the currency: ₹1,499.00, ₹24,69,135.00. */
export const priceText = (amount: Subunits, currency: string, language = 'en'): string =>
  written(amount, currency, language, 'auto')

/** The same without decimals where all of them are 0: ₹399.50, but ₹1,499. */
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

/** Rupees are grouped in lakhs and crores whatever English the text is in. */
const indian = (language: string): string => (/^en\b/.test(language) ? 'en-IN' : language)
