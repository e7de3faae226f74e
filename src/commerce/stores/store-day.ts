/** By time zone: to make one takes much longer than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** As `2026-01-31`. */
export function dayOf(moment: Date, timeZone: string): string {
  // Swedish dates have the format of ISO 8601.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(moment)
}

/** Daylight saving time included. */
export function startOfDay(moment: Date, timeZone: string): Date {
  const today = dayOf(moment, timeZone)
  const minute = 60_000
  // No day is longer than 25 hours; a binary search finds the minute.
  let before = Math.floor(moment.getTime() / minute) - 26 * 60
  let within = Math.floor(moment.getTime() / minute)
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dayOf(new Date(middle * minute), timeZone) === today) within = middle
    else before = middle
  }
  return new Date(within * minute)
}

/** The first moment of a day such as `2026-01-31`. */
export function firstMomentOf(day: string, timeZone: string): Date {
  const noon = new Date(`${day}T12:00:00Z`)
  // In zones more than 12 hours ahead of UTC, noon UTC is already on the next day.
  const within = dayOf(noon, timeZone) === day ? noon : new Date(noon.getTime() - 12 * 60 * 60_000)
  return startOfDay(within, timeZone)
}

/** The calendar day so many days after one, both such as `2026-01-31`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
