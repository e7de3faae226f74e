import { setTimeout as wait } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { ExecuteSql } from '../database/engine.ts'
import { isDatabaseBusy } from '../database/errors/database-busy.ts'
import type { SqlClient } from '../database/sql.ts'
import { DAY_SECONDS } from '../time.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Handlers, JobKind, JobOutcome } from './job-kind.ts'
import { type Queue, startWorker, type Worker, type WorkerOptions } from './worker.ts'

/** Runs work after the request was answered, in any process, at least once. pg-boss stores jobs in PostgreSQL. */
export interface JobQueue<Queued extends { [Kind in keyof Queued]: object }, Routine extends string> {
  /** In the caller's transaction. `afterSeconds` is by the database's clock. */
  enqueue<Name extends keyof Queued & string>(
    tx: SqlClient,
    name: Name,
    payload: Queued[Name],
    afterSeconds?: number,
  ): Promise<void>
  start(handlers: Handlers<Queued, Routine>): void
  /** Waits up to `withinMs`. Unfinished jobs go back to the queue. */
  stop(withinMs: number): Promise<void>
  /** Queues a job that failed for good once more, in the caller's transaction. */
  retry(tx: SqlClient, job: { id: string; name: keyof Queued & string; payload: object }): Promise<void>
  /** For all processes. */
  backlog(): Promise<Backlog<(keyof Queued & string) | Routine>[]>
}

export interface JobQueueOptions<Name extends string, Routine extends string> {
  executeSql: ExecuteSql
  logger: Logger
  kinds: Readonly<Record<Name | Routine, JobKind>>
  routines: Readonly<Record<Routine, number>>
  tracing?: Tracing | null
  onEnd?: (name: Name | Routine, outcome: JobOutcome) => void
  /** How often jobs of dead processes are given to others, and old jobs are deleted. */
  upkeepSeconds?: number
}

const HOUR = 3600

interface Backlog<Name extends string> {
  name: Name
  due: number
  /** Such as jobs that wait for another try. */
  later: number
  failed: number
  /** How long the first due job has been due; 0 when none is. */
  oldestSeconds: number
}

/** Reads two partial indexes: waiting and failed jobs. */
const COUNT_JOBS = `
  SELECT name, sum(due)::integer AS due, sum(later)::integer AS later, sum(failed)::integer AS failed,
    max(oldest)::float8 AS oldest
  FROM (
    SELECT name, count(*) FILTER (WHERE start_after <= now()) AS due,
      count(*) FILTER (WHERE start_after > now()) AS later, 0 AS failed,
      greatest(extract(epoch FROM now() - min(start_after)), 0) AS oldest
    FROM pgboss.job WHERE state < 'active' GROUP BY name
    UNION ALL
    SELECT name, 0, 0, count(*), 0 FROM pgboss.job WHERE state = 'failed' GROUP BY name
  ) AS counted GROUP BY name`

const NO_MORE_TRIES = 'UPDATE pgboss.job SET retry_limit = retry_count WHERE name = $1 AND id = $2::uuid'

export function createJobQueue<Queued extends { [Kind in keyof Queued]: object }, Routine extends string>({
  executeSql,
  logger,
  kinds,
  routines,
  tracing = null,
  onEnd = () => {},
  upkeepSeconds = 30,
}: JobQueueOptions<keyof Queued & string, Routine>): JobQueue<Queued, Routine> {
  // pg-boss is never started: our migrations create its tables, and its loops ignore errors. It only supplies the SQL.
  const boss = new PgBoss({
    db: { executeSql },
    archiveCompletedAfterSeconds: 2 * HOUR,
    archiveFailedAfterSeconds: 30 * DAY_SECONDS,
    deleteAfterDays: 1,
  })
  const stopping = new AbortController()
  const workers: Worker[] = []
  let upkeep: Promise<void> | undefined

  async function enqueue(tx: SqlClient, name: keyof Queued & string, payload: object, afterSeconds = 0): Promise<void> {
    const { retries, retrySeconds, seconds } = kinds[name]
    const id = await boss.send(name, withOrigin(tracing, payload), {
      db: queryingIn(tx),
      startAfter: afterSeconds,
      retryLimit: retries,
      retryDelay: retrySeconds,
      retryBackoff: true,
      expireInSeconds: seconds,
    })
    if (id === null) throw new Error(`The database has no queue "${name}"`)
  }

  async function runUpkeep(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await boss.maintain()
        await askForRoutines()
      } catch (error) {
        // That the database is away or takes no writes is in the log already.
        if (!isDatabaseBusy(error)) logger.warn({ err: error }, 'The maintenance of the job queue failed')
      }
      await wait(upkeepSeconds * 1000, undefined, stopping).catch(() => {})
    }
  }

  /** Every process does this; pg-boss keeps the first of each period. */
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
        // `enqueue` admits only payloads of the queue's kind.
        const run = handlers[name as keyof Queued & string] as WorkerOptions['run']
        workers.push(
          startWorker({
            queue: queueOf(boss, executeSql, name),
            kind,
            run: tracedRun(tracing, name, run),
            onEnd: (outcome) => onEnd(name as keyof Queued & string, outcome),
            logger: logger.child({ job: name }),
          }),
        )
      }
      upkeep = runUpkeep()
    },

    async stop(withinMs) {
      stopping.abort()
      await Promise.all([upkeep, ...workers.map((worker) => worker.stop(withinMs))])
    },

    async retry(tx, { id, name, payload }) {
      // A new job: with its own retry, pg-boss would count on from the last try.
      await enqueue(tx, name, payload)
      await boss.deleteJob(name, id, { db: queryingIn(tx) })
    },

    async backlog() {
      const { rows } = await executeSql(COUNT_JOBS, [])
      const found = new Map(rows.map(({ name, ...counts }) => [name, counts]))
      return Object.keys(kinds).map((name) => {
        const { due = 0, later = 0, failed = 0, oldest = 0 } = found.get(name) ?? {}
        return {
          name: name as keyof Queued & string, // a key of `kinds`
          due: Number(due),
          later: Number(later),
          failed: Number(failed),
          oldestSeconds: Number(oldest),
        }
      })
    },
  }
}

const queryingIn = (tx: SqlClient): PgBoss.Db => ({
  executeSql: async (sql, values) => ({
    rows: await tx.$queryRawUnsafe(sql, ...values.map((value: unknown) => value ?? null)),
  }),
})

const queueOf = (boss: PgBoss, executeSql: ExecuteSql, name: string): Queue => ({
  take: async (count) => {
    const jobs = await boss.fetch<object>(name, { batchSize: count, includeMetadata: true })
    return jobs.map(({ id, data, retryCount, retryLimit }) => ({
      id,
      payload: data,
      isLastTry: retryCount >= retryLimit,
    }))
  },
  complete: (id) => boss.complete(name, id),
  fail: async (id, reason, isFinal = false) => {
    if (isFinal) await executeSql(NO_MORE_TRIES, [name, id])
    await boss.fail(name, id, { message: reason })
  },
})

const ORIGIN = 'traceparent'

/** Adds the current span, so that the job's trace continues it. */
function withOrigin(tracing: Tracing | null, payload: object): object {
  const traceparent = tracing?.traceparent()
  return traceparent ? { ...payload, [ORIGIN]: traceparent } : payload
}

type Run = (payload: unknown, signal: AbortSignal) => Promise<unknown>

function tracedRun(tracing: Tracing | null, name: string, run: Run): Run {
  return async (queued, signal) => {
    // pg-boss keeps payloads as objects.
    const { [ORIGIN]: traceparent, ...payload } = queued as Record<string, unknown>
    if (!tracing) return run(payload, signal)
    const origin = { traceparent: typeof traceparent === 'string' ? traceparent : undefined, isTrusted: true }
    const span = tracing.begin(`job ${name}`, origin, { kind: 'consumer', attributes: { 'storefront.job': name } })
    return span.run(() => run(payload, signal))
  }
}
