/** Times as a clock in a time zone shows them, and back. Days have 23 or 25 hours when clocks are changed. */

interface ClockTime {
  year: number
  /** 1 to 12; others run over into the years beside. */
  month: number
  /** 1 to 31; others run over into the months beside. */
  day: number
  hour?: number
  minute?: number
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** What a clock in the zone shows at an instant. */
export function clockTime(instant: Date, timeZone: string): Required<ClockTime> & { second: number } {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}

/** The instant at which a clock in the zone shows this. One that it skips is taken as after the change. */
export function instantOf({ year, month, day, hour = 0, minute = 0 }: ClockTime, timeZone: string): Date {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  const first = asUtc - offsetAt(asUtc, timeZone)
  return new Date(asUtc - offsetAt(first, timeZone))
}

function offsetAt(ms: number, timeZone: string): number {
  const instant = new Date(Math.floor(ms / 1000) * 1000)
  const { year, month, day, hour, minute, second } = clockTime(instant, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant.getTime()
}

/** When the day of an instant began in the zone, or one some days later or earlier. */
export function startOfDay(instant: Date, timeZone: string, plusDays = 0): Date {
  const { year, month, day } = clockTime(instant, timeZone)
  return instantOf({ year, month, day: day + plusDays }, timeZone)
}

/** When the month of an instant began in the zone, or one some months later or earlier. */
export function startOfMonth(instant: Date, timeZone: string, plusMonths = 0): Date {
  const { year, month } = clockTime(instant, timeZone)
  return instantOf({ year, month: month + plusMonths, day: 1 }, timeZone)
}

/** Of an `<input type="date">`, such as 2026-01-31: when that day begins in the zone. Null for anything else. */
export function startOfTypedDay(typed: string, timeZone: string, plusDays = 0): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed) ?? []
  if (year === undefined) return null
  return instantOf({ year: Number(year), month: Number(month), day: Number(day) + plusDays }, timeZone)
}

/** Of an `<input type="datetime-local">`, such as 2026-01-31T09:30, in the zone. Null for anything else. */
export function instantOfTyped(typed: string, timeZone: string): Date | null {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(typed) ?? []
  if (year === undefined) return null
  return instantOf(
    { year: Number(year), month: Number(month), day: Number(day), hour: Number(hour), minute: Number(minute) },
    timeZone,
  )
}

/** For an `<input type="datetime-local">`. Empty for null. */
export function typedInstant(instant: string | null | undefined, timeZone: string): string {
  if (!instant) return ''
  const { year, month, day, hour, minute } = clockTime(new Date(instant), timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}
