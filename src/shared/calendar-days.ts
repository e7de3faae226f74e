export interface Days {
  /** Such as `2026-01-31`. */
  from: string | null
  /** The last one. */
  until: string | null
}

/** One or more days in words; empty without one. Calendar days are the same in every time zone. @param language a BCP 47 tag */
export function daysText({ from, until }: Days, language: string, dateStyle: 'medium' | 'long'): string {
  const first = from ?? until
  if (first === null) return ''
  const format = new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' })
  return format.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${until ?? first}T00:00:00Z`))
}
