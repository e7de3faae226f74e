import { describe, expect, it } from 'vitest'
import { type BucketSize, bucketStarts } from '../../src/commerce/figures/buckets.ts'
import { dayAfter, dayOf, firstMomentOf } from '../../src/shared/zoned-time.ts'

const startsOf = (by: BucketSize, timeZone: string, from: string, until: string, most = 1_000) =>
  bucketStarts({ from: new Date(from), until: new Date(until) }, by, timeZone, most)?.map((start) =>
    start.toISOString().replace(':00.000Z', 'Z'),
  )

const hoursOf = (starts: string[] | undefined) =>
  starts?.slice(1).map((start, at) => (Date.parse(start) - Date.parse(starts[at] ?? '')) / 3_600_000)

describe('the buckets of a period', () => {
  it('are days of 23 and 25 hours when clocks are changed', () => {
    const spring = startsOf('DAY', 'America/New_York', '2026-03-07T05:00:00Z', '2026-03-10T04:00:00Z')
    expect(spring).toEqual(['2026-03-07T05:00Z', '2026-03-08T05:00Z', '2026-03-09T04:00Z'])
    const autumn = startsOf('DAY', 'Europe/Berlin', '2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z')
    expect(autumn).toEqual(['2026-10-23T22:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z', '2026-10-26T23:00Z'])
    expect(hoursOf(autumn)).toEqual([24, 25, 24])
  })

  it('are hours of the clock, in zones that are half an hour off, too', () => {
    expect(startsOf('HOUR', 'Asia/Kolkata', '2026-06-01T10:45:00Z', '2026-06-01T12:31:00Z')).toEqual([
      ...['2026-06-01T10:30Z', '2026-06-01T11:30Z', '2026-06-01T12:30Z'],
    ])
    // From 01:59 to 03:00, and 02:00 to 03:00 twice.
    const clocks = (day: string) => startsOf('HOUR', 'Europe/Berlin', `${day}T00:00:00Z`, `${day}T04:00:00Z`)
    expect(hoursOf(clocks('2026-03-29'))).toEqual([1, 1, 1])
    expect(clocks('2026-10-25')).toHaveLength(4)
  })

  it('meet the hours of the clock again after it was changed by half an hour', () => {
    const starts = startsOf('HOUR', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-04T18:00:00Z')
    expect(hoursOf(starts)).toEqual([1, 1, 0.5, 1, 1])
  })

  it('are weeks from Monday, and months', () => {
    expect(startsOf('WEEK', 'UTC', '2026-01-01T00:00:00Z', '2026-01-12T00:00:01Z')).toEqual([
      ...['2025-12-29T00:00Z', '2026-01-05T00:00Z', '2026-01-12T00:00Z'],
    ])
    // A Monday in India, a Sunday in UTC.
    expect(startsOf('WEEK', 'Asia/Kolkata', '2026-01-11T18:30:00Z', '2026-01-12T00:00:00Z')).toEqual([
      '2026-01-11T18:30Z',
    ])
    expect(startsOf('MONTH', 'America/New_York', '2026-01-31T12:00:00Z', '2026-04-01T03:59:00Z')).toEqual([
      ...['2026-01-01T05:00Z', '2026-02-01T05:00Z', '2026-03-01T05:00Z'],
    ])
  })

  it('leave out a day that a zone has left out', () => {
    const starts = startsOf('DAY', 'Pacific/Apia', '2011-12-29T10:00:00Z', '2011-12-31T10:00:00Z')
    expect(starts).toEqual(['2011-12-29T10:00Z', '2011-12-30T10:00Z'])
  })

  it.each([
    'America/New_York',
    'Africa/Cairo',
    'America/Santiago',
    'Asia/Kathmandu',
    'Pacific/Auckland',
    'Asia/Beirut',
  ])('are the days of a whole year in %s, which a search by the minute finds as well', (timeZone) => {
    const first = '2026-01-01'
    const days = Array.from({ length: 365 }, (_, count) => dayAfter(first, count))
    const period = { from: firstMomentOf(first, timeZone), until: firstMomentOf('2027-01-01', timeZone) }
    const starts = bucketStarts(period, 'DAY', timeZone, 366) ?? []
    expect(starts.map((start) => dayOf(start, timeZone))).toEqual(days)
    expect(starts).toEqual(days.map((day) => firstMomentOf(day, timeZone)))
  })

  it('are at most so many', () => {
    const most = (count: number) => startsOf('DAY', 'UTC', '2026-01-01T00:00:00Z', '2026-01-04T00:00:00Z', count)
    expect(most(3)).toHaveLength(3)
    expect(most(2)).toBeUndefined()
    expect(startsOf('HOUR', 'UTC', '1970-01-01T00:00:00Z', '9999-12-31T00:00:00Z')).toBeUndefined()
  })
})
