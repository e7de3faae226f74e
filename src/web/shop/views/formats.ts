import { useShop } from '../http/shop-view.ts'
import { money } from './money.ts'

/** Amounts as the store writes them. */
export function useMoney(): (amount: number, currency: string) => string {
  const { locale } = useShop()
  return (amount, currency) => money(amount, currency, locale)
}

const STYLE = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC', calendar: 'gregory' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Days as the store writes them, such as `2026-01-31`; both of a span. */
export function useDays(): (from: string, until: string | null) => string {
  const { locale = 'en' } = useShop()
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, STYLE)
  formats.set(locale, format)
  return (from, until) => {
    const first = format.format(new Date(from))
    return until === null || until === from ? first : `${first} – ${format.format(new Date(until))}`
  }
}
