import { before } from '../../platform/database/retention.ts'
import type { SqlClient } from '../../platform/database/sql.ts'

// SQL, since a guard that parallel guesses cannot pass is one statement.

const HOUR_MS = 3_600_000
/** Codes tried in an hour, from all addresses together. */
export const MOST_TRIES = 10

export interface TriedCode {
  hash: string | null
  setUpAt: Date | null
  expiresAt: Date | null
}

/** Counts a try before the code is compared. Null when there were too many; what is stored, otherwise. */
export async function tryCode(sql: Pick<SqlClient, '$queryRaw'>, now: Date): Promise<TriedCode | null> {
  const ended = before(now, HOUR_MS)
  const [tried] = await sql.$queryRaw<TriedCode[]>`
    UPDATE installation SET
      codes_tried = CASE WHEN codes_tried_since > ${ended} THEN codes_tried + 1 ELSE 1 END,
      codes_tried_since = CASE WHEN codes_tried_since > ${ended} THEN codes_tried_since ELSE ${now} END
    WHERE codes_tried < ${MOST_TRIES} OR codes_tried_since IS NULL OR codes_tried_since <= ${ended}
    RETURNING set_up_code_hash AS hash, set_up_at AS "setUpAt", set_up_code_expires_at AS "expiresAt"`
  return tried ?? null
}

/** For a right code. */
export async function restoreTriedCode(sql: Pick<SqlClient, '$executeRaw'>): Promise<void> {
  await sql.$executeRaw`UPDATE installation SET codes_tried = greatest(codes_tried - 1, 0)`
}
