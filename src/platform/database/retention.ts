import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from './sql.ts'

/** A rule that says which rows of a table, of all stores, are to be deleted or changed because of their age. */
export interface Retention {
  table: string
  /**
   * SQL condition that selects the rows. An index must begin with the columns that it compares, because the table may
   * be long.
   */
  outdated: (now: Date) => Prisma.Sql
  /** SQL assignments for the rows; left out, the rows are deleted. The changed rows must no longer match `outdated`. */
  change?: (now: Date) => Prisma.Sql
}

/** Most rows that one statement changes, so that nobody waits long for its locks. */
const BATCH = 1_000

/** Deletes rows whose `expires_at` is past. */
export const expired = (table: string): Retention => ({
  table,
  outdated: (now) => Prisma.sql`expires_at <= ${now}`,
})

/** Deletes rows whose moment in the column is longer ago. */
export const olderThan = (table: string, column: string, ms: number): Retention => ({
  table,
  outdated: (now) => Prisma.sql`${Prisma.raw(column)} <= ${before(now, ms)}`,
})

/** Deletes rows of days that are longer ago. */
export const daysOlderThan = (table: string, ms: number): Retention => ({
  table,
  outdated: (now) => Prisma.sql`day <= ${before(now, ms)}::date`,
})

/** Deletes rows of one table to which both rules apply. The index is that of the first. */
export const both = (first: Retention, second: Retention): Retention => ({
  table: first.table,
  outdated: (now) => Prisma.sql`${first.outdated(now)} AND ${second.outdated(now)}`,
})

/** The moment `ms` milliseconds earlier. */
export const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms)

/**
 * The SQL that deletes or changes one batch, and counts it in a JSON array. Rows locked by another transaction are skipped
 * until the next run.
 * @param name the table's name where it is not the table's own
 */
export function batchOf({ table, outdated, change }: Retention, now: Date, name = Prisma.raw(table)): Prisma.Sql {
  const end = change ? Prisma.sql`UPDATE ${name} SET ${change(now)}` : Prisma.sql`DELETE FROM ${name}`
  return Prisma.sql`WITH ended AS (${end} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${name} WHERE ${outdated(now)} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )) RETURNING 1) SELECT json_build_array(count(*)) FROM ended`
}

/**
 * Deletes or changes all outdated rows, one transaction per batch. Once `signal` is aborted it starts no further batch.
 * @returns the number of rows, and what the shards have answered that failed
 */
export async function endOutdated(
  sql: Pick<Sql, 'onEveryShard'>,
  retention: Retention,
  now: Date,
  signal?: AbortSignal,
): Promise<{ count: number; failures: string[] }> {
  let ended = 0
  while (!signal?.aborted) {
    const { rows, failures } = await sql.onEveryShard<number>(retention.table, (name) => batchOf(retention, now, name))
    ended += rows.reduce((sum, count) => sum + count, 0)
    if (failures.length > 0 || rows.every((count) => count < BATCH)) return { count: ended, failures }
  }
  return { count: ended, failures: [] }
}
