import { setTimeout as wait } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { ExecuteSql } from '../database/engine.ts'
import { DAY_SECONDS } from '../time.ts'
import {
  type JobHandlers,
  type JobKind,
  type JobName,
  jobKinds,
  type RoutineName,
  routineSeconds,
  type StoreJobName,
  type StoreJobs,
} from './job-kinds.ts'
import { type Queue, startWorker, type Worker, type WorkerOptions } from './worker.ts'

/** Work that is done after the answer, by any process, at least once. It is kept in PostgreSQL, by pg-boss. */
export interface Jobs {
  /**
   * Queues a job in the caller's transaction: it is there once that commits, and never otherwise. It runs at once, or
   * after so many seconds by the database's clock.
   */
  enqueue<Name extends StoreJobName>(
    tx: Prisma.TransactionClient,
    name: Name,
    payload: StoreJobs[Name],
    afterSeconds?: number,
  ): Promise<void>
  /** Begins to run jobs in this process. */
  start(handlers: JobHandlers): void
  /** Takes no more jobs, and lets those that run here end for at most so long; what is left goes back to the queue. */
  stop(withinMs: number): Promise<void>
  /** Puts a job that has failed for good back into the queue, in the caller's transaction. */
  retry(tx: Prisma.TransactionClient, job: { id: string; name: StoreJobName; payload: object }): Promise<void>
}

export interface JobsOptions {
  executeSql: ExecuteSql
  logger: Logger
  kinds?: Readonly<Record<JobName, JobKind>>
  /** How often the queue is put in order: jobs whose process has died are given to others, old ones are removed. */
  upkeepSeconds?: number
}

const HOUR = 3600

export function createJobs({ executeSql, logger, kinds = jobKinds, upkeepSeconds = 30 }: JobsOptions): Jobs {
  // Never started: its tables come by our migrations, and its own loops take no heed of errors. It brings the SQL.
  const boss = new PgBoss({
    db: { executeSql },
    archiveCompletedAfterSeconds: 2 * HOUR,
    archiveFailedAfterSeconds: 30 * DAY_SECONDS,
    deleteAfterDays: 1,
  })
  const stopping = new AbortController()
  const workers: Worker[] = []
  let upkeep: Promise<void> | undefined

  async function enqueue(
    tx: Prisma.TransactionClient,
    name: StoreJobName,
    payload: object,
    afterSeconds = 0,
  ): Promise<void> {
    const { retries, retrySeconds, seconds } = kinds[name]
    const id = await boss.send(name, payload, {
      db: queryingIn(tx),
      startAfter: afterSeconds,
      retryLimit: retries,
      retryDelay: retrySeconds,
      retryBackoff: true,
      expireInSeconds: seconds,
    })
    if (id === null) throw new Error(`The database has no queue "${name}"`)
  }

  async function keepUp(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await boss.maintain()
        await askForRoutines()
      } catch (error) {
        logger.warn({ err: error }, 'The job queue could not be kept in order')
      }
      await wait(upkeepSeconds * 1000, undefined, stopping).catch(() => {})
    }
  }

  /** Every process asks; of all who ask in one period, the first is heard. */
  async function askForRoutines(): Promise<void> {
    for (const [name, period] of Object.entries(routineSeconds)) {
      const { seconds } = kinds[name as RoutineName]
      await boss.send(name, {}, { singletonSeconds: period, retryLimit: 0, expireInSeconds: seconds })
    }
  }

  return {
    enqueue,

    start(handlers) {
      for (const [name, kind] of Object.entries(kinds)) {
        // Each queue holds payloads of its own kind only: enqueue sees to that.
        const run = handlers[name as JobName] as WorkerOptions['run']
        workers.push(startWorker({ queue: queueOf(boss, name), kind, run, logger: logger.child({ job: name }) }))
      }
      upkeep = keepUp()
    },

    async stop(withinMs) {
      stopping.abort()
      await Promise.all([upkeep, ...workers.map((worker) => worker.stop(withinMs))])
    },

    async retry(tx, { id, name, payload }) {
      // A job of its own, with all its tries: pg-boss would count on from the last one.
      await enqueue(tx, name, payload)
      await boss.deleteJob(name, id, { db: queryingIn(tx) })
    },
  }
}

const queryingIn = (tx: Prisma.TransactionClient): PgBoss.Db => ({
  executeSql: async (sql, values) => ({
    rows: await tx.$queryRawUnsafe(sql, ...values.map((value: unknown) => value ?? null)),
  }),
})

const queueOf = (boss: PgBoss, name: string): Queue => ({
  take: async (count) => {
    const jobs = await boss.fetch<object>(name, { batchSize: count, includeMetadata: true })
    return jobs.map(({ id, data, retryCount, retryLimit }) => ({
      id,
      payload: data,
      isLastTry: retryCount >= retryLimit,
    }))
  },
  complete: (id) => boss.complete(name, id),
  fail: (id, reason) => boss.fail(name, id, { message: reason }),
})
