import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'
import { busy } from '../problem.ts'
import { isDatabaseBusy } from './errors/database-busy.ts'
import { hasSqlState } from './errors/sql-state.ts'
import type { Sql, SqlTransaction } from './sql.ts'

const ATTEMPTS = 4

/**
 * Runs the work in one transaction. Runs it again, up to three times, when PostgreSQL cancelled it because of a deadlock or a
 * serialization failure, or when `retry` returns true for the error. The work must do nothing that a rollback cannot
 * undo.
 * @throws Problem UNAVAILABLE when no connection is free, a lock stays taken, or PostgreSQL cancelled each attempt
 */
export const inTransaction = <Result>(
  prisma: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  retry?: (error: unknown) => boolean,
  limits: { maxWait?: number; timeout?: number } = {},
): Promise<Result> => again(() => prisma.$transaction(work, limits), retry)

/** The same as `inTransaction`, for work that is all SQL of ours. */
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

/** Whether it is a deadlock (40P01) or a serialization failure (40001), as Prisma's own code or as PostgreSQL's. */
const isCalledOff = (error: unknown): boolean =>
  hasSqlState(error, '40P01', '40001') ||
  (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034')
