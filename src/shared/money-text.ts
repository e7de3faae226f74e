import { currencyExponent } from './currencies.ts'

interface MoneyTextOptions {
  /** A BCP 47 tag. */
  language?: string | undefined
  /** Without decimals where all are 0: ₹499, but ₹399.50. */
  isShort?: boolean
}

const formats = new Map<string, Intl.NumberFormat>()

/**
 * An amount as people read it, with the decimals that can be charged: ₹24,69,135.00, Rp 1,000.50.
 * @param amount in main currency units
 */
export function moneyText(amount: number, currency: string, options: MoneyTextOptions = {}): string {
  const { language = 'en', isShort = false } = options
  const key = `${currency} ${language} ${isShort}`
  const format = formats.get(key) ?? formatOf(currency, language, isShort)
  formats.set(key, format)
  return format.format(amount)
}

function formatOf(currency: string, language: string, isShort: boolean): Intl.NumberFormat {
  const digits = currencyExponent(currency)
  return new Intl.NumberFormat(languageOf(currency, language), {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: isShort ? 'stripIfInteger' : 'auto',
  } as Intl.NumberFormatOptions) // TypeScript does not know `trailingZeroDisplay` for ES2023.
}

/** The language with its country where a currency needs it: rupees are grouped in lakhs and crores in every English. */
export const languageOf = (currency: string, language = 'en'): string =>
  currency === 'INR' && /^en\b/.test(language) ? 'en-IN' : language
