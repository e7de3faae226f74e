import { languageOf, moneyText } from '../../../../shared/money-text.ts'
import { type NumberFormat, numberFormatOf } from '../../../../shared/number-format.ts'

/** How a store's figures are written, as everywhere, and its times, in the language of the browser. */
export interface Formats {
  /** How numbers are typed. */
  numbers: NumberFormat
  timeZone: string
  /** In the store's currency, unless another is given. */
  money(amount: number, currency?: string): string
  /** Short, for axes and tiles: 12.4K. */
  roundMoney(amount: number): string
  number(value: number): string
  percent(share: number): string
  date(instant: string | Date): string
  dateTime(instant: string | Date): string
  time(instant: string | Date): string
  /** "5 minutes ago", for what is less than a week away; a date otherwise. */
  ago(instant: string | Date): string
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400
const WEEK = 7 * DAY

interface FormatsOptions {
  currency: string
  timeZone: string
  /** Of the store; null if it has named none. */
  country: string | null
}

export function formatsOf({ currency, timeZone, country }: FormatsOptions): Formats {
  const language = languageOf(currency)
  const round = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  // As many as rates have; the default of three would show a rate of 0.0025 as 0.003.
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 6 })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return {
    timeZone,
    numbers: numberFormatOf(currency, country),
    ...timesOf(timeZone),
    money: (amount, code = currency) => moneyText(amount, code),
    roundMoney: (amount) => round.format(amount),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
  }
}

type Times = Pick<Formats, 'date' | 'dateTime' | 'time' | 'ago'>

/** Where no store is open. @param timeZone the browser's when left out */
export function timesOf(timeZone?: string): Times {
  const locale = navigator.language
  const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
  const dateTime = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const shown = (instant: string | Date) => (instant instanceof Date ? instant : new Date(instant))
  return {
    date: (instant) => date.format(shown(instant)),
    dateTime: (instant) => dateTime.format(shown(instant)),
    time: (instant) => time.format(shown(instant)),
    ago(instant) {
      const seconds = (shown(instant).getTime() - Date.now()) / 1000
      const distance = Math.abs(seconds)
      if (distance >= WEEK) return date.format(shown(instant))
      if (distance >= DAY) return relative.format(Math.round(seconds / DAY), 'day')
      if (distance >= HOUR) return relative.format(Math.round(seconds / HOUR), 'hour')
      return relative.format(Math.round(seconds / MINUTE), 'minute')
    },
  }
}

/** The singular or plural of an English text, with the number in front. */
export function countOf(value: number, singular: string, plural = `${singular}s`): string {
  return `${new Intl.NumberFormat('en').format(value)} ${value === 1 ? singular : plural}`
}

/** A name of the schema as words: PART_PAID becomes "Part paid", `lead-notification` "Lead notification". */
export const words = (value: string): string => {
  const text = value.toLowerCase().replaceAll(/[_-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
