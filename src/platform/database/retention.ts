import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from './sql.ts'

/** Which rows of a table, of all stores, age deletes or changes. */
export interface Retention {
  table: string
  /** Of no store: on a cluster it is not distributed. */
  isLocal?: boolean
  /** SQL condition. An index must begin with the columns that it compares. */
  outdated: (now: Date) => Prisma.Sql
  /** SQL assignments; left out, the rows are deleted. Changed rows must no longer match `outdated`. */
  change?: (now: Date) => Prisma.Sql
}

/** Keeps locks short. */
const BATCH = 1_000

export const expired = (table: string): Retention => ({
  table,
  outdated: (now) => Prisma.sql`expires_at <= ${now}`,
})

export const olderThan = (table: string, column: string, ms: number): Retention => ({
  table,
  outdated: (now) => Prisma.sql`${Prisma.raw(column)} <= ${before(now, ms)}`,
})

export const daysOlderThan = (table: string, ms: number): Retention => ({
  table,
  outdated: (now) => Prisma.sql`day <= ${before(now, ms)}::date`,
})

/** Rows to which both rules apply, found by the first one's index. */
export const both = (first: Retention, second: Retention): Retention => ({
  table: first.table,
  outdated: (now) => Prisma.sql`${first.outdated(now)} AND ${second.outdated(now)}`,
})

export const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms)

/** One batch, counted in a JSON array. Skips locked rows until the next run. */
export function batchOf({ table, outdated, change }: Retention, now: Date, name = Prisma.raw(table)): Prisma.Sql {
  const end = change ? Prisma.sql`UPDATE ${name} SET ${change(now)}` : Prisma.sql`DELETE FROM ${name}`
  return Prisma.sql`WITH ended AS (${end} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${name} WHERE ${outdated(now)} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )) RETURNING 1) SELECT json_build_array(count(*)) FROM ended`
}

/**
 * One transaction per batch; starts none once `signal` is aborted.
 * @returns the number of rows, and the errors of shards that failed
 */
export async function endOutdated(
  sql: Pick<Sql, 'onEveryShard' | '$queryRaw'>,
  retention: Retention,
  now: Date,
  signal?: AbortSignal,
): Promise<{ count: number; failures: string[] }> {
  let ended = 0
  while (!signal?.aborted) {
    const { rows, failures } = retention.isLocal
      ? await endLocally(sql, retention, now)
      : await sql.onEveryShard<number>(retention.table, (name) => batchOf(retention, now, name))
    ended += rows.reduce((sum, count) => sum + count, 0)
    if (failures.length > 0 || rows.every((count) => count < BATCH)) return { count: ended, failures }
  }
  return { count: ended, failures: [] }
}

async function endLocally(sql: Pick<Sql, '$queryRaw'>, retention: Retention, now: Date) {
  const [row] = await sql.$queryRaw<{ json_build_array: number[] }[]>(batchOf(retention, now))
  return { rows: row?.json_build_array ?? [], failures: [] }
}
