import type { Config } from './config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'

const STATEMENT_TIMEOUT_MS = 5_000

/** Opens the configured database without migrating it. */
export function openConfiguredDatabase({ database, dataDir }: Config): Promise<Database> {
  return openDatabase(
    database
      ? { kind: 'served', ...database, statementTimeoutMs: STATEMENT_TIMEOUT_MS }
      : { kind: 'embedded', dataDir },
  )
}
