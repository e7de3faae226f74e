import { DAY_MS } from '../../platform/time.ts'
import type { Period } from './buckets.ts'

export const QUARTER_MS = 15 * 60_000

/** How far figures are added up. */
export interface Progress {
  /** Spans before are complete. */
  until: Date
  /** The quarters of an hour whose spans may be outdated, as moments in milliseconds. */
  changed: readonly number[]
}

export interface SpanPieces {
  /** Of these spans, all are read but the outdated ones. Null when none is. */
  spans: (Period & { outdated: Date[] }) | null
  /** Read from the orders themselves, in their order. */
  raw: Period[]
}

/** Adds up to the period, each moment once. */
export function spanPieces({ from, until }: Period, progress: Progress | null): SpanPieces {
  const start = Math.ceil(from.getTime() / QUARTER_MS) * QUARTER_MS
  const end = progress ? Math.min(floorTo(QUARTER_MS, until), progress.until.getTime()) : start
  if (!progress || end <= start) return { spans: null, raw: [{ from, until }] }
  const outdated = progress.changed.filter((quarter) => quarter >= start && quarter < end).toSorted(ascending)
  return {
    spans: { from: new Date(start), until: new Date(end), outdated: outdated.map((quarter) => new Date(quarter)) },
    raw: joined([
      [from.getTime(), start],
      ...outdated.map((quarter) => [quarter, quarter + QUARTER_MS] as const),
      [end, until.getTime()],
    ]),
  }
}

export interface ProductPieces {
  /** When they begin. */
  months: Date[]
  days: Date[]
  raw: Period[]
}

/** The same by whole months and days of UTC. */
export function productPieces({ from, until }: Period, progress: Progress | null): ProductPieces {
  const start = Math.ceil(from.getTime() / DAY_MS) * DAY_MS
  const end = progress ? Math.min(floorTo(DAY_MS, until), floorTo(DAY_MS, progress.until)) : start
  if (!progress || end <= start) return { months: [], days: [], raw: [{ from, until }] }
  const outdated = new Set(progress.changed.map((quarter) => floorTo(DAY_MS, new Date(quarter))))
  const outdatedMonths = new Set([...outdated].map((day) => monthOf(day).from))
  const months: Date[] = []
  const days: Date[] = []
  const raw: [number, number][] = [[from.getTime(), start]]
  for (let day = start; day < end; ) {
    const month = monthOf(day)
    if (day === month.from && month.until <= end && !outdatedMonths.has(day)) {
      months.push(new Date(day))
      day = month.until
      continue
    }
    if (outdated.has(day)) raw.push([day, day + DAY_MS])
    else days.push(new Date(day))
    day += DAY_MS
  }
  raw.push([end, until.getTime()])
  return { months, days, raw: joined(raw) }
}

export const floorTo = (unit: number, moment: Date): number => Math.floor(moment.getTime() / unit) * unit

/** @param day of UTC, in milliseconds */
export const dayOf = (day: number): Period => ({ from: new Date(day), until: new Date(day + DAY_MS) })

/** Of UTC, in milliseconds. */
export function monthOf(moment: number): { from: number; until: number } {
  const date = new Date(moment)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month), until: Date.UTC(year, month + 1) }
}

export const ascending = (a: number, b: number): number => a - b

/** Ranges in their order, without empty ones, those that meet as one. */
function joined(ranges: readonly (readonly [from: number, until: number])[]): Period[] {
  const found: { from: Date; until: Date }[] = []
  for (const [from, until] of ranges) {
    if (until <= from) continue
    const last = found.at(-1)
    if (last?.until.getTime() === from) last.until = new Date(until)
    else found.push({ from: new Date(from), until: new Date(until) })
  }
  return found
}
