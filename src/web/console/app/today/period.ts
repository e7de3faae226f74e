import type { ReportBy } from '../../../../generated/console/documents.ts'
import { startOfDay, startOfMonth } from '../../../../shared/zoned-time.ts'

export const periods = ['day', 'week', 'month', 'year'] as const
export type PeriodName = (typeof periods)[number]

export const periodNames: Record<PeriodName, string> = {
  day: 'Today',
  week: '7 days',
  month: '30 days',
  year: '12 months',
}

/** Of the comparison. */
export const beforeNames: Record<PeriodName, string> = {
  day: 'yesterday at this time',
  week: 'the 7 days before',
  month: 'the 30 days before',
  year: 'the 12 months before',
}

export interface Period {
  from: string
  until: string
  by: ReportBy
  /** As long as what has passed of the period, right before it. */
  beforeFrom: string
  beforeUntil: string
}

const DAYS: Record<Exclude<PeriodName, 'year'>, number> = { day: 1, week: 7, month: 30 }
const MONTHS = 12

/** In the store's time zone, up to the end of today. */
export function periodOf(name: PeriodName, now: Date, timeZone: string): Period {
  const until = startOfDay(now, timeZone, 1)
  const [from, beforeFrom] =
    name === 'year'
      ? [startOfMonth(now, timeZone, 1 - MONTHS), startOfMonth(now, timeZone, 1 - 2 * MONTHS)]
      : [startOfDay(now, timeZone, 1 - DAYS[name]), startOfDay(now, timeZone, 1 - 2 * DAYS[name])]
  const beforeUntil = new Date(Math.min(beforeFrom.getTime() + (now.getTime() - from.getTime()), from.getTime()))
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    by: name === 'day' ? 'HOUR' : name === 'year' ? 'MONTH' : 'DAY',
    beforeFrom: beforeFrom.toISOString(),
    beforeUntil: beforeUntil.toISOString(),
  }
}
