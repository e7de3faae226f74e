import { setTimeout as wait } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { ExecuteSql } from '../database/engine.ts'
import { DAY_SECONDS } from '../time.ts'
import type { Handlers, JobKind } from './job-kind.ts'
import { type Queue, startWorker, type Worker, type WorkerOptions } from './worker.ts'

/** Work that is done after the answer, by any process, at least once. It is kept in PostgreSQL, by pg-boss. */
export interface JobQueue<Queued extends { [Kind in keyof Queued]: object }, Routine extends string> {
  /**
   * Queues a job in the caller's transaction: it is there once that commits, and never otherwise. It runs at once, or
   * after so many seconds by the database's clock.
   */
  enqueue<Name extends keyof Queued & string>(
    tx: Prisma.TransactionClient,
    name: Name,
    payload: Queued[Name],
    afterSeconds?: number,
  ): Promise<void>
  /** Begins to run jobs in this process. */
  start(handlers: Handlers<Queued, Routine>): void
  /** Takes no more jobs, and lets those that run here end for at most so long; what is left goes back to the queue. */
  stop(withinMs: number): Promise<void>
  /** Puts a job that has failed for good back into the queue, in the caller's transaction. */
  retry(tx: Prisma.TransactionClient, job: { id: string; name: keyof Queued & string; payload: object }): Promise<void>
}

export interface JobQueueOptions<Name extends string, Routine extends string> {
  executeSql: ExecuteSql
  logger: Logger
  kinds: Readonly<Record<Name | Routine, JobKind>>
  /** Work that recurs: the seconds from one run to the next. */
  routines: Readonly<Record<Routine, number>>
  /** How often the queue is kept up: jobs whose process has died are given to others, old ones are removed. */
  upkeepSeconds?: number
}

const HOUR = 3600

export function createJobQueue<Queued extends { [Kind in keyof Queued]: object }, Routine extends string>({
  executeSql,
  logger,
  kinds,
  routines,
  upkeepSeconds = 30,
}: JobQueueOptions<keyof Queued & string, Routine>): JobQueue<Queued, Routine> {
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
    name: keyof Queued & string,
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
        logger.warn({ err: error }, 'The job queue could not be kept up')
      }
      await wait(upkeepSeconds * 1000, undefined, stopping).catch(() => {})
    }
  }

  /** Every process asks; of all who ask in one period, the first is heard. */
  async function askForRoutines(): Promise<void> {
    for (const [name, period] of Object.entries<number>(routines)) {
      const { seconds } = kinds[name as Routine]
      await boss.send(name, {}, { singletonSeconds: period, retryLimit: 0, expireInSeconds: seconds })
    }
  }

  return {
    enqueue,

    start(handlers) {
      for (const [name, kind] of Object.entries<JobKind>(kinds)) {
        // Each queue holds payloads of its own kind only: enqueue sees to that.
        const run = handlers[name as keyof Queued & string] as WorkerOptions['run']
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
