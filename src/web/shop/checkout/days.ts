const format = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

/** @param from such as `2026-01-31` */
export function days(from: string, until: string | null): string {
  const first = format.format(new Date(from))
  return until === null || until === from ? first : `${first} – ${format.format(new Date(until))}`
}
