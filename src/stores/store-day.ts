/** The calendar day in the time zone, as `2026-01-31`. */
export function dayOf(moment: Date, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
}

/** The first moment of the calendar day on which `moment` falls in the time zone, daylight saving time included. */
export function startOfDay(moment: Date, timeZone: string): Date {
  const today = dayOf(moment, timeZone)
  const minute = 60_000
  // No day is longer than 25 hours; halving finds the minute in which its date begins.
  let before = Math.floor(moment.getTime() / minute) - 26 * 60
  let within = Math.floor(moment.getTime() / minute)
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dayOf(new Date(middle * minute), timeZone) === today) within = middle
    else before = middle
  }
  return new Date(within * minute)
}
