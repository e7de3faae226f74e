import cluster from 'node:cluster'
import type { Config } from './config.ts'
import { checkConfiguredReplica, openConfiguredDatabase } from './configured-database.ts'
import { greeting, type Served } from './greeting.ts'
import { superviseWorkers } from './platform/cluster.ts'
import type { Database } from './platform/database/database.ts'
import { refuseHalfDistributed } from './platform/database/distribution.ts'
import { migrate, refuseOutdated } from './platform/database/migrate.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import type { StopSignals } from './platform/stop-signals.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

/**
 * Runs the service until a stop signal. The process that only supervises workers never loads what serves.
 * @throws Error when the database is unreachable or outdated, or the port is taken
 */
export async function serve(config: Config, signals: StopSignals): Promise<void> {
  const tracing = await openConfiguredTracing(config, (reason) =>
    logger.warn({ reason }, 'Traces do not arrive at OTEL_EXPORTER_OTLP_ENDPOINT'),
  )
  const logger = createLogger(config.logLevel, undefined, tracing?.current)
  if (cluster.isWorker) {
    const { serveHere } = await import('./serve-here.ts')
    await serveHere(
      { config, database: await openConfiguredDatabase(config, logger, tracing), logger, tracing },
      signals,
    )
    return
  }
  const database = await openConfiguredDatabase(config, logger, tracing)
  await bringUpToDate(database, config, logger)
  let served: Served = { port: config.port, firstKey: null }
  if (config.workers > 1) {
    await database.close()
    await superviseWorkers(config.workers, logger, signals)
  } else {
    const { serveHere } = await import('./serve-here.ts')
    served = await serveHere({ config, database, logger, tracing }, signals)
  }
  process.stdout.write(greeting(config, served))
}

/** Null without an endpoint, and in a process that only supervises workers. */
async function openConfiguredTracing(
  { traces, workers }: Config,
  onFailure: (reason: string) => void,
): Promise<Tracing | null> {
  if (!traces || (workers > 1 && !cluster.isWorker)) return null
  const { openTracing } = await import('./platform/tracing/open-tracing.ts')
  return openTracing({ ...traces, onFailure })
}

async function bringUpToDate(database: Database, config: Config, logger: Logger): Promise<void> {
  try {
    await refuseHalfDistributed(database)
    if (config.migrate) await migrate(database, (line) => logger.info(line))
    else await refuseOutdated(database)
    await checkConfiguredReplica(config)
  } catch (error) {
    await database.close()
    throw error
  }
}
