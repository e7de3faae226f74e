import type PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { ExecuteSql } from '../database/engine.ts'
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
import { type Queue, startWorker, type Worker } from './worker.ts'

/** Work that is done after the answer, by any process, at least once. It is kept in PostgreSQL, by pg-boss. */
export interface Jobs {
  /** Queues a job in the caller's transaction: it is there once that commits, and never otherwise. */
  enqueue<Name extends StoreJobName>(tx: Prisma.TransactionClient, name: Name, payload: StoreJobs[Name]): Promise<void>
  /** Begins to run jobs in this process. @throws when the database lacks the queue's tables */
  start(handlers: JobHandlers): Promise<void>
  /** Lets the jobs that run here end, for at most so long; what is left goes back to the queue. May be called again. */
  stop(withinMs: number): Promise<void>
  /** Puts a failed job of the store back into the queue. @returns whether there is one */
  retry(tx: Prisma.TransactionClient, job: { id: string; name: StoreJobName; payload: object }): Promise<void>
}

export interface JobsOptions {
  executeSql: ExecuteSql
  logger: Logger
  kinds?: Readonly<Record<JobName, JobKind>>
  /** How often it is looked for jobs whose process has died. */
  rescueSeconds?: number
}

/** Each process asks for each routine this often; of all who ask in one period, the first is heard. */
const ROUTINE_TICK_MS = 30_000
const HOUR = 3600

export function createJobs({ executeSql, logger, kinds = jobKinds, rescueSeconds = 30 }: JobsOptions): Jobs {
  const boss = lazily(async () => {
    const { default: Boss } = await import('pg-boss')
    const boss = new Boss({
      db: { executeSql },
      // Migrations of ours make its tables; the routines below need no clock of its own.
      migrate: false,
      schedule: false,
      maintenanceIntervalSeconds: rescueSeconds,
      archiveCompletedAfterSeconds: 2 * HOUR,
      archiveFailedAfterSeconds: 30 * 24 * HOUR,
      deleteAfterDays: 1,
    })
    boss.on('error', (error) => logger.warn({ err: error }, 'The job queue could not be kept in order'))
    return boss
  })
  const workers: Worker[] = []
  let ticking: NodeJS.Timeout | undefined

  async function enqueue(tx: Prisma.TransactionClient, name: StoreJobName, payload: object): Promise<void> {
    const { retries, retrySeconds, seconds } = kinds[name]
    const id = await (await boss()).send(name, payload, {
      db: queryingIn(tx),
      retryLimit: retries,
      retryDelay: retrySeconds,
      retryBackoff: true,
      expireInSeconds: seconds,
    })
    if (id === null) throw new Error(`The database has no queue "${name}"`)
  }

  async function askForRoutines(): Promise<void> {
    for (const [name, period] of Object.entries(routineSeconds)) {
      const { seconds } = kinds[name as RoutineName]
      await (await boss()).send(name, {}, { singletonSeconds: period, retryLimit: 0, expireInSeconds: seconds })
    }
  }

  const tick = () =>
    void askForRoutines().catch((error) => logger.warn({ err: error }, 'Could not queue what recurs'))

  return {
    enqueue,

    async start(handlers) {
      const started = await boss()
      await started.start()
      for (const [name, kind] of Object.entries(kinds)) {
        // Each queue holds payloads of its own kind only: enqueue sees to that.
        const run = handlers[name as JobName] as (payload: unknown) => Promise<unknown>
        workers.push(startWorker({ queue: queueOf(started, name), kind, run, logger: logger.child({ job: name }) }))
      }
      tick()
      ticking = setInterval(tick, ROUTINE_TICK_MS)
    },

    async stop(withinMs) {
      clearInterval(ticking)
      await Promise.all(workers.splice(0).map((worker) => worker.stop(withinMs)))
      await (await boss()).stop({ graceful: false })
    },

    async retry(tx, { id, name, payload }) {
      // A job of its own, with all its tries: pg-boss would count on from the last one.
      await enqueue(tx, name, payload)
      await (await boss()).deleteJob(name, id, { db: queryingIn(tx) })
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
  fail: (ids, reason) => boss.fail(name, ids, { message: reason }),
})

/** What takes long to load and is not needed before the first request. */
function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
