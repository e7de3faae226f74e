import { before, olderThan } from '../../platform/database/retention.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts'
import { DAY_MS } from '../../platform/time.ts'

// SQL, since a guard that parallel guesses cannot pass is one statement.

/** Wrong passwords in a row for one email, from all addresses. */
export const MOST_FAILURES = 100
const FORGOTTEN_AFTER_MS = 30 * DAY_MS

export const logInGuardRetention = {
  ...olderThan('log_in_guards', 'last_failed_at', FORGOTTEN_AFTER_MS),
  isLocal: true,
}

/** As it is known here, also of emails that nobody has. */
export const emailHashOf = ({ keyedHash }: { keyedHash: KeyedHash }, email: string): string =>
  keyedHash.of('log-in', email)

/** Counts a try before its password is checked. @returns false when there were too many, which then are not counted */
export async function countTry(sql: Pick<SqlClient, '$queryRaw'>, emailHash: string, now: Date): Promise<boolean> {
  const forgotten = before(now, FORGOTTEN_AFTER_MS)
  const rows = await sql.$queryRaw<unknown[]>`
    INSERT INTO log_in_guards AS g (email_hash, failures, last_failed_at) VALUES (${emailHash}, 1, ${now})
    ON CONFLICT (email_hash) DO UPDATE SET last_failed_at = excluded.last_failed_at,
      failures = CASE WHEN g.last_failed_at <= ${forgotten} THEN 1 ELSE g.failures + 1 END
    WHERE g.failures < ${MOST_FAILURES} OR g.last_failed_at <= ${forgotten}
    RETURNING 1 AS counted`
  return rows.length > 0
}

/** Takes back a try that came to nothing. */
export async function restoreTry(sql: Pick<SqlClient, '$executeRaw'>, emailHash: string): Promise<void> {
  await sql.$executeRaw`UPDATE log_in_guards SET failures = greatest(failures - 1, 0) WHERE email_hash = ${emailHash}`
}
