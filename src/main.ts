import cluster from 'node:cluster'
import type { Config } from './config.ts'
import { checkConfiguredReplica, openConfiguredDatabase } from './configured-database.ts'
import { greeting, type Served } from './greeting.ts'
import { superviseWorkers } from './platform/cluster.ts'
import type { Database } from './platform/database/database.ts'
import { migrate, refuseOutdated } from './platform/database/migrate.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import type { StopSignals } from './platform/stop-signals.ts'

/**
 * Runs the service until a stop signal. The process that only supervises workers never loads what serves.
 * @throws Error when the database is unreachable or outdated, or the port is taken
 */
export async function serve(config: Config, signals: StopSignals): Promise<void> {
  const logger = createLogger(config.logLevel)
  if (cluster.isWorker) {
    const { serveHere } = await import('./serve-here.ts')
    await serveHere(config, await openConfiguredDatabase(config), logger, signals)
    return
  }
  const database = await openConfiguredDatabase(config)
  await bringUpToDate(database, config, logger)
  let served: Served = { port: config.port, firstKey: null }
  if (config.workers > 1) {
    await database.close()
    await superviseWorkers(config.workers, logger, signals)
  } else {
    const { serveHere } = await import('./serve-here.ts')
    served = await serveHere(config, database, logger, signals)
  }
  process.stdout.write(greeting(config, served))
}

async function bringUpToDate(database: Database, config: Config, logger: Logger): Promise<void> {
  try {
    if (config.migrate) await migrate(database, (line) => logger.info(line))
    else await refuseOutdated(database)
    await checkConfiguredReplica(config)
  } catch (error) {
    await database.close()
    throw error
  }
}
