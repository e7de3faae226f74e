import { before } from '../../../platform/database/retention.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'

// SQL, since guards that parallel tries cannot pass are one statement each.

/** Codes tried for one person, in all log-ins together. */
export const MOST_TRIES = 20
const WINDOW_MS = 15 * 60_000

/** Counts a code before it is compared. @returns false when there were too many, which then are not counted */
export async function countFactorTry(sql: Pick<SqlClient, '$queryRaw'>, personId: string, now: Date): Promise<boolean> {
  const ended = before(now, WINDOW_MS)
  const rows = await sql.$queryRaw<unknown[]>`
    UPDATE second_factors SET
      tries = CASE WHEN tries_since > ${ended} THEN tries + 1 ELSE 1 END,
      tries_since = CASE WHEN tries_since > ${ended} THEN tries_since ELSE ${now} END
    WHERE person_id = ${personId}::uuid AND (tries < ${MOST_TRIES} OR tries_since IS NULL OR tries_since <= ${ended})
    RETURNING 1 AS counted`
  return rows.length > 0
}

/** A right code. */
export async function restoreFactorTry(sql: Pick<SqlClient, '$executeRaw'>, personId: string): Promise<void> {
  await sql.$executeRaw`
    UPDATE second_factors SET tries = greatest(tries - 1, 0) WHERE person_id = ${personId}::uuid`
}

/** @returns whether the code was there, and this was its only use */
export async function spendRecoveryCode(
  sql: Pick<SqlClient, '$executeRaw'>,
  personId: string,
  hash: string,
): Promise<boolean> {
  const count = await sql.$executeRaw`
    UPDATE second_factors SET recovery_hashes = array_remove(recovery_hashes, ${hash})
    WHERE person_id = ${personId}::uuid AND ${hash} = ANY (recovery_hashes)`
  return count > 0
}
