import { DAY_MS } from '../../platform/time.ts'
import { beginningOf, offsetAt } from '../../shared/zoned-time.ts'

export const BucketSize = { HOUR: 'HOUR', DAY: 'DAY', WEEK: 'WEEK', MONTH: 'MONTH' } as const
export type BucketSize = (typeof BucketSize)[keyof typeof BucketSize]

export interface Period {
  from: Date
  /** Exclusive. */
  until: Date
}

const HOUR_MS = 3_600_000

/**
 * When the hours, days, weeks (from Monday) or months of a time zone begin that a period touches; the first one begins at
 * `from` or before.
 * @param most null is returned when there are more
 */
export function bucketStarts({ from, until }: Period, by: BucketSize, timeZone: string, most: number): Date[] | null {
  const starts: number[] = []
  for (const start of startsFrom(from.getTime(), by, timeZone)) {
    if (start >= until.getTime()) break
    const last = starts.at(-1)
    // A day that a zone left out, by crossing the date line, begins when the next one does.
    if (last !== undefined && start <= last) continue
    if (starts.length === most) return null
    starts.push(start)
  }
  return starts.map((start) => new Date(start))
}

function* startsFrom(from: number, by: BucketSize, timeZone: string): Generator<number> {
  const local = from + offsetAt(from, timeZone)
  if (by === 'HOUR') {
    for (let start = from - modulo(local, HOUR_MS); ; ) {
      yield start
      start += HOUR_MS - modulo(start + offsetAt(start, timeZone), HOUR_MS)
    }
  }
  const today = new Date(local - modulo(local, DAY_MS))
  for (let count = 0; ; count += 1) {
    const day = new Date(today)
    if (by === 'DAY') day.setUTCDate(today.getUTCDate() + count)
    if (by === 'WEEK') day.setUTCDate(today.getUTCDate() - ((today.getUTCDay() + 6) % 7) + 7 * count)
    if (by === 'MONTH') day.setUTCMonth(today.getUTCMonth() + count, 1)
    yield beginningOf(day.getTime(), timeZone)
  }
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by
