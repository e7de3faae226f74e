import { Prisma } from '../../generated/prisma/client.ts'
import { snakeCase } from '../text/text.ts'
import type { SqlClient } from './sql.ts'

interface Counted {
  /** A table whose key is `store_id`, perhaps `day`, and perhaps one more column. */
  table: string
  counter: string
  most: number
  storeId: string
  /** An ISO date such as `2026-01-31`; null when the key has no day. */
  day: string | null
  /** The key's last column and the values to count; null when the key has none. */
  by: { column: string; values: readonly string[] } | null
}

const ONE = Prisma.sql`1`

/** One statement, so that concurrent requests cannot exceed the limit. @returns how many values had not reached it */
export function countWithin(
  db: Pick<SqlClient, '$executeRaw'>,
  { table, counter, most, storeId, day, by }: Counted,
): Promise<number> {
  const raw = (name: string) => Prisma.raw(snakeCase(name))
  const ofDay = day === null ? [] : [{ column: 'day', value: Prisma.sql`${day}::date` }]
  const key = Prisma.join(['storeId', ...ofDay.map(({ column }) => column), ...(by ? [by.column] : [])].map(raw))
  const row = (...last: string[]) =>
    Prisma.sql`(${Prisma.join([Prisma.sql`${storeId}::uuid`, ...ofDay.map(({ value }) => value), ...last, ONE])})`
  // Rows are locked in this order, so that two statements cannot deadlock.
  const rows = by ? by.values.toSorted().map((value) => row(value)) : [row()]
  return db.$executeRaw`
    INSERT INTO ${Prisma.raw(table)} AS counted (${key}, ${raw(counter)}) VALUES ${Prisma.join(rows)}
    ON CONFLICT (${key}) DO UPDATE SET ${raw(counter)} = counted.${raw(counter)} + 1
    WHERE counted.${raw(counter)} < ${most}::int`
}
