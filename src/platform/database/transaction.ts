import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { busy } from '../problem.ts'
import { isDatabaseBusy } from './errors/database-busy.ts'
import { hasSqlState } from './errors/sql-state.ts'
import type { Sql, SqlTransaction } from './sql.ts'

const ATTEMPTS = 4

/**
 * Repeats the work up to three times after a deadlock, a serialization failure, or when `retry` returns true. It must
 * do nothing that a rollback cannot undo.
 * @throws Problem UNAVAILABLE when no connection or lock is free in time, or each attempt was cancelled
 */
export const inTransaction = <Result>(
  prisma: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  retry?: (error: unknown) => boolean,
  limits: { maxWait?: number; timeout?: number } = {},
): Promise<Result> => again(() => prisma.$transaction(work, limits), retry)

/** `inTransaction` for work that is all hand-written SQL. */
export const inSqlTransaction = <Result>(
  sql: Sql,
  work: (tx: SqlTransaction) => Promise<Result>,
  retry?: (error: unknown) => boolean,
): Promise<Result> => again(() => sql.transaction(work), retry)

async function again<Result>(
  run: () => Promise<Result>,
  retry: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (isDatabaseBusy(error)) throw busy(error)
      const isLast = attempt === ATTEMPTS
      if (isLast && isCalledOff(error)) throw busy(error)
      if (isLast || !(isCalledOff(error) || retry(error))) throw error
    }
  }
}

/**
 * PostgreSQL cancels a statement (57014) that waits too long for a lock.
 * @throws Problem UNAVAILABLE for that; any other error is thrown again
 */
export function throwBusyLock(error: unknown): never {
  throw hasSqlState(error, '57014') ? busy(error) : error
}

/** Deadlock (40P01) or serialization failure (40001), by Prisma's code or PostgreSQL's. */
const isCalledOff = (error: unknown): boolean =>
  hasSqlState(error, '40P01', '40001') ||
  (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034')
