import { describe, expect, it } from 'vitest'
import { periodOf } from '../../src/web/console/app/today/period.ts'

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
