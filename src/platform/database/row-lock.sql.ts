import { Prisma } from '../../generated/prisma/client.ts'
import { snakeCase } from '../text/text.ts'
import type { SqlClient } from './sql.ts'
import { columnsOf } from './store-statement.ts'

// SQL, since Prisma has no `FOR UPDATE` and no advisory locks.

type Tx = Pick<SqlClient, '$queryRaw'>

interface Strength {
  /** Also keeps others from adding rows that refer to it. */
  alone?: boolean
  /** Only keeps others from deleting it. */
  shared?: boolean
}

/**
 * Locks a row until the transaction ends. @returns whether it exists
 * @param key columns that find it; those called `id` or ending in `Id` are UUIDs
 */
export async function lockRow(
  tx: Tx,
  table: string,
  key: Readonly<Record<string, string>>,
  strength: Strength = {},
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS found FROM ${Prisma.raw(table)} WHERE ${conditionOf(key)} ${locking(strength)}`
  return rows.length > 0
}

/**
 * Locks rows of a store in the order of their ids, so that two transactions cannot deadlock.
 * @param key as in `lockRow`; a list finds rows with any of its values
 * @param read columns of text, or ids, to return
 * @param options `limit` locks those with the lowest ids
 */
export function lockRows<Column extends string>(
  tx: Tx,
  table: string,
  key: Readonly<{ storeId: string } & Record<string, string | readonly string[]>>,
  read: readonly Column[],
  { limit, ...strength }: Strength & { limit?: number } = {},
): Promise<Record<Column, string>[]> {
  const first = limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`
  return tx.$queryRaw<Record<Column, string>[]>`
    SELECT ${Prisma.raw(columnsOf(read))} FROM ${Prisma.raw(table)}
    WHERE ${conditionOf(key)} ORDER BY id ${first} ${locking(strength)}`
}

/** Waits for the lock of this name, and holds it until the transaction ends. */
export async function lockName(tx: Pick<SqlClient, '$executeRaw'>, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/** Removes the time limit for locks, where nobody waits for the transaction. */
export async function waitForLocks(tx: Pick<SqlClient, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`SET LOCAL lock_timeout = 0`
}

/** @param key as in `lockRow`; a list finds rows with any of its values */
export function conditionOf(key: Readonly<Record<string, string | readonly string[]>>): Prisma.Sql {
  const conditions = Object.entries(key).map(([field, value]) => {
    const column = Prisma.raw(snakeCase(field))
    const type = Prisma.raw(/(^i|I)d$/.test(field) ? 'uuid' : 'text')
    return typeof value === 'string'
      ? Prisma.sql`${column} = ${value}::${type}`
      : Prisma.sql`${column} = ANY (${[...value]}::${type}[])`
  })
  return Prisma.join(conditions, ' AND ')
}

const locking = ({ alone, shared }: Strength): Prisma.Sql =>
  Prisma.raw(`FOR ${alone ? 'UPDATE' : shared ? 'KEY SHARE' : 'NO KEY UPDATE'}`)
