import { type Database, openDatabase } from '../platform/database/database.ts'
import type { Replica } from '../platform/database/replica/replica.ts'
import type { Logger } from '../platform/logger.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Config } from './config.ts'

const STATEMENT_TIMEOUT_MS = 5_000

/** Does not migrate it. */
export function openConfiguredDatabase(
  { database, dataDir }: Config,
  logger: Logger,
  tracing: Tracing | null = null,
): Promise<Database> {
  return openDatabase(
    database
      ? { kind: 'served', ...database, statementTimeoutMs: STATEMENT_TIMEOUT_MS }
      : { kind: 'embedded', dataDir },
    { tracing, logger },
  )
}

/** As many connections as to the primary; null when none is configured. */
export async function openConfiguredReplica({ database, replica }: Config, logger: Logger): Promise<Replica | null> {
  if (!database || !replica) return null
  const { openReplica } = await import('../platform/database/replica/replica.ts')
  const { url: primaryUrl, poolSize } = database
  return openReplica({ ...replica, primaryUrl, poolSize, statementTimeoutMs: STATEMENT_TIMEOUT_MS, logger })
}

/** @throws Error when the configured replica answers and is none of the database */
export async function checkConfiguredReplica({ database, replica }: Config): Promise<void> {
  if (!database || !replica) return
  const { refuseWrongReplica } = await import('../platform/database/replica/replica.ts')
  await refuseWrongReplica({ url: replica.url, primaryUrl: database.url })
}
