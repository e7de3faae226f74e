import type { Database } from '../platform/database/database.ts'
import { refuseHalfDistributed } from '../platform/database/distribution.ts'
import { migrate, refuseOutdated } from '../platform/database/migrate/migrate.ts'
import { createLogger, type Logger } from '../platform/logger.ts'
import type { StopSignals } from '../platform/stop-signals.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Config } from './config.ts'
import { checkConfiguredReplica, openConfiguredDatabase } from './configured-database.ts'
import type { Served } from './greeting.ts'

interface Preparing {
  /** Whether this process migrates the database, or refuses an outdated one. */
  prepares: boolean
  /** Called before what serves is loaded. */
  onPrepared: () => void
}

/**
 * Until a stop signal. Resolves when it listens.
 * @throws Error when the database is unreachable or outdated, or the port is taken
 */
export async function openAndServe(
  config: Config,
  signals: StopSignals,
  { prepares, onPrepared }: Preparing,
): Promise<Served> {
  const tracing = await openConfiguredTracing(config, (reason) =>
    logger.warn({ reason }, 'Traces could not be exported to OTEL_EXPORTER_OTLP_ENDPOINT'),
  )
  const logger = createLogger(config.logLevel, undefined, tracing?.current)
  const database = await openConfiguredDatabase(config, logger, tracing)
  if (prepares) {
    await bringUpToDate(database, config, logger)
    onPrepared()
  }
  const { serveHere } = await import('./serve-here.ts')
  return serveHere({ config, database, logger, tracing }, signals, prepares)
}

/** Null without an endpoint. */
async function openConfiguredTracing({ traces }: Config, onFailure: (reason: string) => void): Promise<Tracing | null> {
  if (!traces) return null
  const { openTracing } = await import('../platform/tracing/open-tracing.ts')
  return openTracing({ ...traces, onFailure })
}

async function bringUpToDate(database: Database, config: Config, logger: Logger): Promise<void> {
  try {
    await refuseHalfDistributed(database)
    if (config.migrate) logMigrations(await migrate(database, (line) => logger.info(line)), logger)
    else await refuseOutdated(database)
    await checkConfiguredReplica(config)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** In one line: a new database gets more than a hundred. A person at a terminal sees only where to go. */
function logMigrations(applied: readonly string[], logger: Logger): void {
  if (applied.length === 0 || process.stdout.isTTY) return
  logger.info({ migrations: applied.length, latest: applied.at(-1) }, 'Migrations were applied')
}
