import cluster, { type Worker } from 'node:cluster'
import type { Logger } from './logger.ts'
import { putMetricsTogether } from './metrics/worker-metrics.ts'
import type { StopSignals } from './stop-signals.ts'

/** A worker that dies within this time of its start is restarted only after waiting as long, so that it cannot spin. */
const RESTART_AFTER_MS = 1_000
/** Room for young objects of each worker. A process that serves alone has more, since there is only one. */
const WORKER_SEMI_SPACE_MIB = 16

interface Prepared {
  prepared: true
}

/**
 * Runs `count` workers, each a fork of this process, and restarts them until a stop signal arrives. The others start
 * when the first has told that it is prepared. If that one ends before, this process ends with its exit code. Resolves
 * when a worker listens.
 */
export async function superviseWorkers(count: number, logger: Logger, signals: StopSignals): Promise<void> {
  const workers = new Set<Worker>()
  let stopping = false
  let prepared = false
  putMetricsTogether(logger)
  cluster.setupPrimary({ execArgv: [...process.execArgv, `--max-semi-space-size=${WORKER_SEMI_SPACE_MIB}`] })
  const start = () => {
    const worker = cluster.fork()
    workers.add(worker)
    const startedAt = Date.now()
    worker.on('message', (message: object) => {
      if ('prepared' in message) startOthers()
    })
    worker.on('exit', (code, signal) => {
      workers.delete(worker)
      if (stopping) {
        if (workers.size === 0) process.exit(0)
        return
      }
      // It has said why.
      if (!prepared) process.exit(code || 1)
      logger.error({ pid: worker.process.pid, code, signal }, 'A worker process has died')
      setTimeout(() => !stopping && start(), Math.max(0, RESTART_AFTER_MS - (Date.now() - startedAt)))
    })
  }
  function startOthers() {
    prepared = true
    for (let started = 1; started < count; started += 1) start()
  }
  signals.handle((signal) => {
    if (stopping) return
    stopping = true
    if (workers.size === 0) process.exit(0)
    for (const worker of workers) worker.process.kill(signal)
  })

  const listening = new Promise((resolve) => cluster.once('listening', resolve))
  start()
  await listening
}

/** Whether no worker was started before this one. */
export const isFirstWorker = (): boolean => cluster.worker?.id === 1

/** Tells the supervising process, if there is one, that the other workers can start. */
export function tellPrepared(): void {
  if (cluster.isWorker) process.send?.({ prepared: true } satisfies Prepared)
}
