import type { SqlClient } from '../platform/database/sql.ts'

// SQL, since these are settings of PostgreSQL and no rows.

/** Time limits that do not apply, and the role to set them for. */
export const unsetLimits = (
  db: Pick<SqlClient, '$queryRaw'>,
): Promise<{ name: string; role: string; database: string }[]> =>
  db.$queryRaw<{ name: string; role: string; database: string }[]>`
    SELECT name, quote_ident(current_user) AS role, quote_ident(current_database()) AS database
    FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout') AND setting = '0' ORDER BY name DESC`
