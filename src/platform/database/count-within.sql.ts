import { Prisma } from '../../generated/prisma/client.ts'
import { snakeCase } from '../snake-case.ts'
import type { SqlClient } from './sql.ts'

interface Counted {
  /** A table whose key is `store_id`, `day` and perhaps one more column. */
  table: string
  /** The column that counts. */
  counter: string
  /** Most that it may count. */
  most: number
  storeId: string
  /** An ISO date such as `2026-01-31`. */
  day: string
  /** The last column of the key, and what is counted by it; null when the key has none. */
  by: { column: string; values: readonly string[] } | null
}

/**
 * Counts one more of a day. One statement, so that requests at once cannot exceed the limit.
 * @returns how many of the values were counted: those that had not reached the limit
 */
export function countWithin(
  db: Pick<SqlClient, '$executeRaw'>,
  { table, counter, most, storeId, day, by }: Counted,
): Promise<number> {
  const raw = (name: string) => Prisma.raw(snakeCase(name))
  const key = by ? Prisma.sql`store_id, day, ${raw(by.column)}` : Prisma.sql`store_id, day`
  const row = (value: Prisma.Sql) => Prisma.sql`(${storeId}::uuid, ${day}::date, ${value}1)`
  // Rows are locked in the order in which they stand here, so that two statements cannot wait for each other.
  const rows = by ? by.values.toSorted().map((value) => row(Prisma.sql`${value}, `)) : [row(Prisma.empty)]
  return db.$executeRaw`
    INSERT INTO ${Prisma.raw(table)} AS today (${key}, ${raw(counter)}) VALUES ${Prisma.join(rows)}
    ON CONFLICT (${key}) DO UPDATE SET ${raw(counter)} = today.${raw(counter)} + 1
    WHERE today.${raw(counter)} < ${most}::int`
}
