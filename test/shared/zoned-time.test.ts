import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clockText,
  dayAfter,
  dayOf,
  firstMomentOf,
  instantOfTyped,
  startOfDay,
  startOfMonth,
  startOfTypedDay,
  typedInstant,
} from '../../src/shared/zoned-time.ts'

const HOUR = 3_600_000

describe('times of a store in its own zone', () => {
  it.each([
    ['Asia/Kolkata', '2026-01-31T18:30:00.000Z', '2026-02-01T18:29:59.000Z', 24],
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T12:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T12:00:00.000Z', 25],
    ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-08T20:00:00.000Z', 23],
    ['America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-01T20:00:00.000Z', 25],
    // Where the clock skips midnight, the day begins at 1 o'clock.
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T12:00:00.000Z', 23],
    ['America/Havana', '2026-03-08T05:00:00.000Z', '2026-03-08T12:00:00.000Z', 23],
    ['Asia/Kathmandu', '2026-05-05T18:15:00.000Z', '2026-05-06T10:00:00.000Z', 24],
  ])('a day in %s begins at %s', (timeZone, start, instant, hours) => {
    expect(startOfDay(new Date(instant), timeZone).toISOString()).toBe(start)
    const next = startOfDay(new Date(instant), timeZone, 1)
    expect((next.getTime() - new Date(start).getTime()) / HOUR).toBe(hours)
  })

  it('months run over into the years beside', () => {
    const january = new Date('2026-01-15T00:00:00Z')
    expect(startOfMonth(january, 'UTC', -1).toISOString()).toBe('2025-12-01T00:00:00.000Z')
    expect(startOfMonth(january, 'Asia/Kolkata', 12).toISOString()).toBe('2026-12-31T18:30:00.000Z')
  })

  it('a clock shows what it was set to, unless it skips that', () => {
    const zones = fc.constantFrom('Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC')
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, moments, (timeZone, moment) => {
        const shown = typedInstant(moment.toISOString(), timeZone)
        // A clock that is set back shows an hour twice, so it may be the other one.
        expect(typedInstant(instantOfTyped(shown, timeZone)?.toISOString(), timeZone)).toBe(shown)
      }),
    )
    expect(instantOfTyped('2026-03-29T02:30', 'Europe/Berlin')?.toISOString()).toMatch(/^2026-03-29T0[01]:30/)
  })

  it('what is typed is read in the zone and written back', () => {
    expect(startOfTypedDay('2026-07-01', 'America/New_York')?.toISOString()).toBe('2026-07-01T04:00:00.000Z')
    expect(startOfTypedDay('2026-07-01', 'America/New_York', 1)?.toISOString()).toBe('2026-07-02T04:00:00.000Z')
    for (const typed of ['tomorrow', '2026-13-01']) expect(startOfTypedDay(typed, 'UTC')).toBeNull()
    expect(instantOfTyped('2026-07-01T09:15', 'Asia/Kolkata')?.toISOString()).toBe('2026-07-01T03:45:00.000Z')
    for (const typed of ['', '2026-07-32T09:15']) expect(instantOfTyped(typed, 'Asia/Kolkata')).toBeNull()
    expect(typedInstant('2026-07-01T03:45:00.000Z', 'Asia/Kolkata')).toBe('2026-07-01T09:15')
    expect(typedInstant(null, 'Asia/Kolkata')).toBe('')
  })

  it('a day is the one on the calendar there, and its first moment is when it begins', () => {
    const moment = new Date('2026-01-31T18:30:00Z')
    expect([dayOf(moment, 'UTC'), dayOf(moment, 'Asia/Kolkata')]).toEqual(['2026-01-31', '2026-02-01'])
    expect(clockText(moment, 'Asia/Kolkata')).toBe('2026-02-01 00:00:00')
    expect(firstMomentOf('2026-02-01', 'Asia/Kolkata')).toEqual(moment)
    expect(firstMomentOf('2026-02-01', 'Pacific/Kiritimati').toISOString()).toBe('2026-01-31T10:00:00.000Z')
    expect(firstMomentOf('2026-13-01', 'UTC').getTime()).toBeNaN()
    expect([dayAfter('2026-02-28', 1), dayAfter('2026-03-01', -1)]).toEqual(['2026-03-01', '2026-02-28'])
  })

  it.each(['0001-01-01', '9999-12-31'])('also in the year of %s', (day) => {
    const noon = new Date(`${day}T12:00:00Z`)
    const zone = 'Etc/GMT-14'
    expect(firstMomentOf(day, zone)).toEqual(new Date(noon.getTime() - 26 * HOUR))
    expect(startOfDay(noon, zone)).toEqual(new Date(noon.getTime() - 2 * HOUR))
  })
})
