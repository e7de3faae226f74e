/** Times as a clock in a time zone shows them, and back. Days have 23 or 25 hours when clocks are changed. */

const SECOND_MS = 1_000
const DAY_MS = 86_400_000

/** By time zone: to make one takes much longer than to use it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** As `2026-01-31 17:30:00`. */
export function clockText(moment: Date, timeZone: string): string {
  const format =
    // Swedish dates have the format of ISO 8601.
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, format)
  return format.format(moment)
}

/** As `2026-01-31`. */
export function dayOf(moment: Date, timeZone: string): string {
  const text = clockText(moment, timeZone)
  return text.slice(0, text.indexOf(' '))
}

/** The calendar day so many days after one, both such as `2026-01-31`. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** In milliseconds that the zone is ahead of UTC. */
export function offsetAt(moment: number, timeZone: string): number {
  const whole = Math.floor(moment / SECOND_MS) * SECOND_MS
  const text = clockText(new Date(whole), timeZone)
  const { length } = '2026-01-31 17:30:00'
  const year = text.length > length ? `+0${text}` : text.padStart(length, '0')
  return Date.parse(`${year.replace(' ', 'T')}Z`) - whole
}

/** When a day begins. @param day its midnight, as if the zone were UTC */
export function beginningOf(day: number, timeZone: string): number {
  const earlier = day - offsetAt(day - DAY_MS, timeZone)
  const later = day - offsetAt(day + DAY_MS, timeZone)
  const moments = [Math.min(earlier, later), Math.max(earlier, later)]
  // Where the clock skips midnight, the day begins with the skip.
  return moments.find((moment) => moment + offsetAt(moment, timeZone) === day) ?? earlier
}

/** A moment as the zone's clock shows it, as if the zone were UTC. */
const shownAt = (moment: Date, timeZone: string): Date =>
  new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone))

/** When the day of a moment began in the zone, or one some days later or earlier. */
export function startOfDay(moment: Date, timeZone: string, plusDays = 0): Date {
  const today = Math.floor(shownAt(moment, timeZone).getTime() / DAY_MS)
  return new Date(beginningOf((today + plusDays) * DAY_MS, timeZone))
}

/** When the month of a moment began in the zone, or one some months later or earlier. */
export function startOfMonth(moment: Date, timeZone: string, plusMonths = 0): Date {
  const shown = shownAt(moment, timeZone)
  return new Date(beginningOf(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + plusMonths, 1), timeZone))
}

/** The first moment of a day such as `2026-01-31`, or of one some days later. Invalid for a text that is no day. */
export function firstMomentOf(day: string, timeZone: string, plusDays = 0): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return new Date(Number.isNaN(midnight) ? midnight : beginningOf(midnight + plusDays * DAY_MS, timeZone))
}

const orNull = (moment: Date): Date | null => (Number.isNaN(moment.getTime()) ? null : moment)

/** Of an `<input type="date">`: when that day begins in the zone. Null for anything else. */
export const startOfTypedDay = (typed: string, timeZone: string, plusDays = 0): Date | null =>
  /^\d{4}-\d\d-\d\d$/.test(typed) ? orNull(firstMomentOf(typed, timeZone, plusDays)) : null

/** Of an `<input type="datetime-local">`, such as 2026-01-31T09:30, in the zone. Null for anything else. */
export function instantOfTyped(typed: string, timeZone: string): Date | null {
  const [minute] = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(typed) ?? []
  if (minute === undefined) return null
  const asUtc = Date.parse(`${minute}Z`)
  if (Number.isNaN(asUtc)) return null
  // A time that the clock skips is taken as after the change.
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc, timeZone), timeZone))
}

/** For an `<input type="datetime-local">`. Empty for null. */
export const typedInstant = (instant: string | null | undefined, timeZone: string): string =>
  instant ? clockText(new Date(instant), timeZone).padStart(19, '0').slice(0, 16).replace(' ', 'T') : ''
