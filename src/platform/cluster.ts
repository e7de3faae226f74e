import cluster, { type Worker } from 'node:cluster'
import type { Logger } from './logger.ts'
import { putMetricsTogether } from './metrics/worker-metrics.ts'
import type { StopSignals } from './stop-signals.ts'

/** A worker that dies this soon after its start is restarted only after as long a wait, so that it cannot spin. */
const RESTART_AFTER_MS = 1_000
const WORKER_SEMI_SPACE_MIB = 16

interface Prepared {
  prepared: true
}

/**
 * Runs `count` workers and restarts those that die; the others start once the first is prepared. When the first ends
 * before that, this process exits with its code. Resolves when a worker listens.
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

export const isFirstWorker = (): boolean => cluster.worker?.id === 1

export function reportPrepared(): void {
  if (cluster.isWorker) process.send?.({ prepared: true } satisfies Prepared)
}
