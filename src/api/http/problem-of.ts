import type { Logger } from 'pino'
import { isDatabaseBusy } from '../../platform/database/errors/database-busy.ts'
import { isForeignKeyViolation } from '../../platform/database/errors/key-violation.ts'
import { isDiskFull } from '../../platform/database/errors/sql-state.ts'
import { busy, Problem } from '../../platform/problem.ts'

/** An error that is not a Problem is a bug: it is logged, and the caller sees only `failure`. */
export function problemOf(error: unknown, log: Pick<Logger, 'error'>, failure = 'Internal server error'): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseBusy(error)) return busy(error)
  // The store or the customer was deleted meanwhile; a repetition reports that.
  if (isForeignKeyViolation(error, 'store_id', 'customer_id', 'referred_by_id')) return busy(error)
  if (isDiskFull(error)) {
    log.error({ err: error }, 'The disk of the database is full')
    return busy(error)
  }
  log.error({ err: error }, failure)
  return new Problem('INTERNAL_SERVER_ERROR', failure)
}
