import type { OwnerContext } from '../../api/context.ts'
import { Problem } from '../../platform/problem.ts'
import { type BucketSize, bucketStarts, type Period } from './buckets.ts'
import { readProgress } from './happened.sql.ts'
import { checkPeriod, type MoneyArgs, moneyOf } from './period.ts'
import { spanPieces } from './pieces.ts'
import { type FiguresRow, readFigures, type Sums } from './report.sql.ts'

export const MAX_BUCKETS = 1_000

export interface Figures extends Sums {
  currency: string
}

export interface Bucket extends Figures {
  start: Date
}

export interface Report {
  currency: string
  /** In alphabetical order. */
  otherCurrencies: string[]
  total: Figures
  /** Also those in which nothing happened. */
  buckets: Bucket[]
}

/** @throws Problem BAD_USER_INPUT */
export async function report(
  { services, store }: Pick<OwnerContext, 'services' | 'store'>,
  { by, ...args }: Period & MoneyArgs & { by: BucketSize },
): Promise<Report> {
  checkPeriod(args)
  const { currency, playMoney } = moneyOf(args, store)
  const starts = bucketStarts(args, by, store.timeZone, MAX_BUCKETS)
  if (!starts) {
    const message = `A report has at most ${MAX_BUCKETS} buckets: choose a shorter time, or larger buckets`
    throw new Problem('BAD_USER_INPUT', message, { field: 'until' })
  }
  const bounds = [args.from, ...starts.slice(1), args.until]
  const { sql } = services.db
  const pieces = spanPieces(args, await readProgress(sql, store.id))
  const rows = await readFigures(sql, { storeId: store.id, ...pieces, bounds, playMoney })
  const buckets = starts.map((start): Bucket => ({ start, ...none(currency) }))
  const total = none(currency)
  for (const row of rows) {
    const bucket = buckets[row.bucket - 1]
    if (row.currency !== currency || !bucket) continue
    addTo(bucket, row)
    addTo(total, row)
  }
  const others = new Set(rows.map((row) => row.currency).filter((other) => other !== currency))
  return { currency, otherCurrencies: [...others].sort(), total, buckets }
}

const none = (currency: string): Figures => ({ currency, orders: 0, items: 0, sales: 0n, revenue: 0n, refunds: 0n })

function addTo(figures: Figures, { orders, items, sales, revenue, refunds }: FiguresRow): void {
  figures.orders += orders
  figures.items += items
  figures.sales += sales
  figures.revenue += revenue
  figures.refunds += refunds
}
