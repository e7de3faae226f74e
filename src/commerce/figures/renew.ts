import type { Sql } from '../../platform/database/sql.ts'
import { DAY_MS } from '../../platform/time.ts'
import {
  endRenewal,
  firstDayOf,
  writeProductsOfDay,
  writeProductsOfMonth,
  writeRenewed,
  writeSpans,
} from './add-up.sql.ts'
import type { FigureState } from './happened.sql.ts'
import { ascending, dayOf, floorTo, monthOf } from './pieces.ts'

interface Renewing {
  sql: Sql
  storeId: string
  /** Stops it between two days; the next run goes on with the second. */
  signal: AbortSignal
}

/**
 * Adds up again the days of UTC in which something has changed, and the months behind them. Until all are done readers
 * take them from the orders, so that a run may stop anywhere.
 * @param seenAt changes until then are renewed, unless a run is continued @returns the number of days
 */
export async function renew({ sql, storeId, signal }: Renewing, state: FigureState, seenAt: Date): Promise<number> {
  const { until, renewal } = state
  if (state.changed.length === 0 && !state.isAllChanged && !renewal) return 0
  // What has changed since the run began, and is before its place, is found by the run after it.
  const { asOf, renewedUntil } = renewal ?? { asOf: seenAt, renewedUntil: new Date(0) }
  const days = (await daysOf(sql, storeId, state)).filter((day) => day >= renewedUntil.getTime())
  const complete = floorTo(DAY_MS, until)
  for (const [index, day] of days.entries()) {
    if (signal.aborted) return index
    const { from, until: end } = dayOf(day)
    await writeSpans(sql, storeId, { from, until: end < until ? end : until })
    if (day < complete) await writeProductsOfDay(sql, storeId, { from, until: end })
    const month = monthOf(day)
    const next = days[index + 1] ?? Number.POSITIVE_INFINITY
    if (next >= month.until && month.until <= complete) await writeProductsOfMonth(sql, storeId, month.from)
    await writeRenewed(sql, storeId, { asOf, renewedUntil: end })
  }
  await endRenewal(sql, storeId, { asOf })
  return days.length
}

/** Those with changes, in their order. */
async function daysOf(sql: Sql, storeId: string, { until, changed, isAllChanged }: FigureState): Promise<number[]> {
  if (!isAllChanged)
    return [...new Set(changed.map((quarter) => floorTo(DAY_MS, new Date(quarter))))].toSorted(ascending)
  const first = (await firstDayOf(sql, storeId)) ?? until.getTime()
  const count = Math.max(0, Math.ceil((until.getTime() - first) / DAY_MS))
  return Array.from({ length: count }, (_, day) => first + day * DAY_MS)
}
