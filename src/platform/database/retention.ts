import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

/** Rows of a table that have had their time, whosever they are. */
export interface Retention {
  table: string
  /** Which they are. An index begins with what this compares: the table may be long, and they are few. */
  outdated: (now: Date) => Prisma.Sql
  /** What is written into them; left out, they are removed. Either way they are outdated no more. */
  change?: (now: Date) => Prisma.Sql
}

/** Rows that one statement touches: few enough that nobody waits for them. */
const BATCH = 1_000

/** Rows whose `expires_at` is past. */
export const expired = (table: string): Retention => ({
  table,
  outdated: (now) => Prisma.sql`expires_at <= ${now}`,
})

/** A moment before another. */
export const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms)

/** The statement that ends some of the outdated rows. One that somebody holds at the moment is left for the next time. */
export function batchOf({ table, outdated, change }: Retention, now: Date): Prisma.Sql {
  const name = Prisma.raw(table)
  const end = change ? Prisma.sql`UPDATE ${name} SET ${change(now)}` : Prisma.sql`DELETE FROM ${name}`
  return Prisma.sql`${end} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${name} WHERE ${outdated(now)} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ))`
}

/**
 * Ends all outdated rows, in a transaction for each batch; after `signal` it begins no other.
 * @returns how many
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
