import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

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

/** The moment `ms` milliseconds earlier. */
export const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms)

/** The SQL that deletes or changes one batch. Rows locked by another transaction are skipped until the next run. */
export function batchOf({ table, outdated, change }: Retention, now: Date): Prisma.Sql {
  const name = Prisma.raw(table)
  const end = change ? Prisma.sql`UPDATE ${name} SET ${change(now)}` : Prisma.sql`DELETE FROM ${name}`
  return Prisma.sql`${end} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${name} WHERE ${outdated(now)} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ))`
}

/**
 * Deletes or changes all outdated rows, one transaction per batch. Once `signal` is aborted it starts no further batch.
 * @returns the number of rows
 */
export async function endOutdated(
  prisma: PrismaClient,
  retention: Retention,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let ended = 0
  while (!signal?.aborted) {
    const count = await prisma.$executeRaw(batchOf(retention, now))
    ended += count
    if (count < BATCH) break
  }
  return ended
}
