import type { Services } from '../../api/context.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { DAY_MS } from '../../platform/time.ts'
import {
  createState,
  hasOrders,
  writeCarts,
  writeProductsOfDay,
  writeProductsOfMonth,
  writeSpans,
  writeUntil,
} from './add-up.sql.ts'
import { type FigureState, LATE_MS, readState } from './happened.sql.ts'
import { dayOf, floorTo, monthOf, QUARTER_MS } from './pieces.ts'
import { renew } from './renew.ts'

/** Longer than any transaction, plus what clocks differ by. */
const SETTLED_MS = 10 * 60_000
/** Unused carts are deleted after 30 days; some are left for when this has not run. */
const CARTS_COUNTED_MS = 25 * DAY_MS
const CARTS_KEPT_MS = 30 * DAY_MS

/** For what has changed, so that the job's time suffices for what is new. */
const RENEWING_MS = 150_000

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Adds up what happened in each store since the last run, and again what has changed. Starts nothing new once `signal` is
 * aborted; the next run continues. A failing store does not stop the others.
 * @returns the number of spans and days that were written @throws the first error at the end
 */
export async function addUpFigures(
  { db: { prisma, sql }, clock }: Pick<Services, 'db' | 'clock'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const failures: unknown[] = []
  const renewing = AbortSignal.any([signal, AbortSignal.timeout(RENEWING_MS)])
  let written = 0
  for (let after = FIRST_ID; !signal.aborted; ) {
    const [store] = await prisma.store.findMany({
      where: { id: { gt: after } },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: 1,
    })
    if (!store) break
    after = store.id
    try {
      written += await addUpStore({ sql, storeId: store.id, now: clock(), signal, renewing })
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return written
}

interface AddingUp {
  sql: Sql
  storeId: string
  now: Date
  signal: AbortSignal
  /** Ends earlier. */
  renewing: AbortSignal
}

async function addUpStore({ sql, storeId, now, signal, renewing }: AddingUp): Promise<number> {
  const seenAt = new Date(now.getTime() - SETTLED_MS)
  const until = new Date(floorTo(QUARTER_MS, new Date(seenAt.getTime() - LATE_MS)))
  const state = await getState(sql, storeId, { until, seenAt, now })
  const cartsUntil = new Date(floorTo(QUARTER_MS, new Date(now.getTime() - CARTS_COUNTED_MS)))
  if (state.cartsUntil < cartsUntil) await writeCarts(sql, storeId, { from: state.cartsUntil, until: cartsUntil })
  let written = await renew({ sql, storeId, signal: renewing }, state, seenAt)
  // Payments and refunds without an order of the same time belong to orders that have changed.
  const isNew =
    state.isAllChanged || state.changed.length > 0 || (await hasOrders(sql, storeId, { from: state.until, until }))
  for (let from = state.until; isNew && from < until && !signal.aborted; ) {
    from = await proceed(sql, storeId, { from, until })
    written += 1
  }
  return written
}

async function getState(
  sql: Sql,
  storeId: string,
  { now, ...initial }: { until: Date; seenAt: Date; now: Date },
): Promise<FigureState> {
  const known = await readState(sql, storeId)
  if (known) return known
  const cartsUntil = new Date(floorTo(QUARTER_MS, new Date(now.getTime() - CARTS_KEPT_MS)))
  await createState(sql, storeId, { ...initial, cartsUntil })
  const none = { changed: [], isAllChanged: false, renewal: null }
  return { ...initial, cartsUntil, ...none, ...(await readState(sql, storeId)) }
}

/** To the end of the day of UTC, or as far as it may. @returns how far it got */
async function proceed(sql: Sql, storeId: string, { from, until }: { from: Date; until: Date }): Promise<Date> {
  const day = floorTo(DAY_MS, from)
  const end = Math.min(day + DAY_MS, until.getTime())
  await writeSpans(sql, storeId, { from, until: new Date(end) })
  if (end === day + DAY_MS) {
    await writeProductsOfDay(sql, storeId, dayOf(day))
    if (monthOf(day).until === end) await writeProductsOfMonth(sql, storeId, monthOf(day).from)
  }
  await writeUntil(sql, storeId, new Date(end))
  return new Date(end)
}
