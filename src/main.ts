import cluster from 'node:cluster'
import { isFirstWorker, reportPrepared, superviseWorkers } from './platform/cluster.ts'
import { createLogger } from './platform/logger.ts'
import type { StopSignals } from './platform/stop-signals.ts'
import type { Config } from './process/config.ts'
import { baseOf, greeting, setUpLine } from './process/greeting.ts'

/**
 * Until a stop signal. A supervising process loads neither what serves nor the database: its first worker migrates.
 * @throws Error when the database is unreachable or outdated, or the port is taken
 */
export async function serve(config: Config, signals: StopSignals): Promise<void> {
  if (config.workers > 1 && cluster.isPrimary) {
    await superviseWorkers(config.workers, createLogger(config.logLevel), signals)
    process.stdout.write(greeting(config, { port: config.port, firstKey: null, setUpCode: null }, process.stdout.isTTY))
    return
  }
  const { openAndServe } = await import('./process/open-and-serve.ts')
  // The channel would keep a worker alive that cannot serve.
  if (cluster.isWorker) process.channel?.unref()
  const served = await openAndServe(config, signals, {
    prepares: !cluster.isWorker || isFirstWorker(),
    onPrepared: reportPrepared,
  })
  if (!cluster.isWorker) process.stdout.write(greeting(config, served, process.stdout.isTTY))
  else if (served.setUpCode) {
    process.stdout.write(setUpLine(baseOf(config, config.port), served.setUpCode, process.stdout.isTTY))
  }
}
