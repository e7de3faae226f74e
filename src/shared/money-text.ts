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

/** All ways in which people write a currency's sign, the longest first, in lower case. */
export function currencySigns(currency: string): readonly string[] {
  const known = signs.get(currency) ?? findSigns(currency)
  signs.set(currency, known)
  return known
}

const signs = new Map<string, readonly string[]>()

const asTyped: Readonly<Record<string, readonly string[]>> = {
  ...{ INR: ['rs', 're', '₨'], PKR: ['₨'], LKR: ['₨'], NPR: ['₨', 'रू'], JPY: ['円', '¥'], CNY: ['元', 'rmb'] },
  ...{ CHF: ['fr', 'sfr'], KRW: ['원'], AED: ['dh', 'dhs'], SAR: ['sr', '﷼'], BDT: ['tk'] },
}

function findSigns(currency: string): string[] {
  const shown = (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')
      ?.value.replace(/\s+/g, ' '),
  )
  const all = [currency, ...shown, ...(asTyped[currency] ?? [])].flatMap((sign = '') => sign.toLowerCase() || [])
  return [...new Set(all)].toSorted((a, b) => b.length - a.length)
}
