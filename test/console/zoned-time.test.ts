import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clockTime,
  instantOf,
  instantOfTyped,
  startOfDay,
  startOfMonth,
  startOfTypedDay,
  typedInstant,
} from '../../src/web/console/app/parts/zoned-time.ts'
import { periodOf } from '../../src/web/console/app/today/period.ts'

const HOUR = 3_600_000

describe('times of a store in its own zone', () => {
  it.each([
    ['Asia/Kolkata', '2026-01-31T18:30:00.000Z', '2026-02-01T18:29:59.000Z', 24],
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T12:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T12:00:00.000Z', 25],
    ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-08T20:00:00.000Z', 23],
    ['America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-01T20:00:00.000Z', 25],
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
    const minutes = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, minutes, (timeZone, date) => {
        const instant = new Date(Math.floor(date.getTime() / 60_000) * 60_000)
        const shown = clockTime(instant, timeZone)
        // A clock that is set back shows an hour twice, so it may be the other one.
        expect(clockTime(instantOf(shown, timeZone), timeZone)).toEqual(shown)
      }),
    )
    expect(instantOf({ year: 2026, month: 3, day: 29, hour: 2, minute: 30 }, 'Europe/Berlin').toISOString()).toMatch(
      /^2026-03-29T0[01]:30/,
    )
  })

  it('what is typed is read in the zone and written back', () => {
    expect(startOfTypedDay('2026-07-01', 'America/New_York')?.toISOString()).toBe('2026-07-01T04:00:00.000Z')
    expect(startOfTypedDay('2026-07-01', 'America/New_York', 1)?.toISOString()).toBe('2026-07-02T04:00:00.000Z')
    expect(startOfTypedDay('tomorrow', 'UTC')).toBeNull()
    expect(instantOfTyped('2026-07-01T09:15', 'Asia/Kolkata')?.toISOString()).toBe('2026-07-01T03:45:00.000Z')
    expect(instantOfTyped('', 'Asia/Kolkata')).toBeNull()
    expect(typedInstant('2026-07-01T03:45:00.000Z', 'Asia/Kolkata')).toBe('2026-07-01T09:15')
    expect(typedInstant(null, 'Asia/Kolkata')).toBe('')
  })
})

describe('a period and the one before it', () => {
  const now = new Date('2026-11-26T10:00:00Z')

  it('today ends at midnight, and is compared with yesterday up to the same time', () => {
    expect(periodOf('day', now, 'Asia/Kolkata')).toEqual({
      from: '2026-11-25T18:30:00.000Z',
      until: '2026-11-26T18:30:00.000Z',
      by: 'HOUR',
      beforeFrom: '2026-11-24T18:30:00.000Z',
      beforeUntil: '2026-11-25T10:00:00.000Z',
    })
  })

  it.each([
    ['week', 'DAY', '2026-11-20', '2026-11-13'],
    ['month', 'DAY', '2026-10-28', '2026-09-28'],
    ['year', 'MONTH', '2025-12-01', '2024-12-01'],
  ] as const)('a %s is compared with as much of the one before', (name, by, from, beforeFrom) => {
    const period = periodOf(name, now, 'UTC')
    expect(period).toMatchObject({ by, from: `${from}T00:00:00.000Z`, beforeFrom: `${beforeFrom}T00:00:00.000Z` })
    const elapsed = now.getTime() - new Date(period.from).getTime()
    expect(new Date(period.beforeUntil).getTime() - new Date(period.beforeFrom).getTime()).toBe(elapsed)
    expect(new Date(period.beforeUntil) <= new Date(period.from)).toBe(true)
  })
})
