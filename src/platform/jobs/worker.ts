import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { JobKind } from './job-kind.ts'

/** What a worker needs of the queue. */
export interface Queue {
  /** So many jobs that are due, none of them given to anyone else; none when the queue cannot be reached. */
  take(count: number): Promise<QueuedJob[]>
  complete(id: string): Promise<unknown>
  /** The job is tried again later, or was tried often enough. */
  fail(id: string, reason: string): Promise<unknown>
}

export interface QueuedJob {
  id: string
  payload: unknown
  /** Whether it fails for good when it fails now. */
  isLastTry: boolean
}

export interface Worker {
  /** Takes no more jobs and lets those that run end; what has not ended after so long goes back to the queue. */
  stop(withinMs: number): Promise<void>
}

export interface WorkerOptions {
  queue: Queue
  kind: Pick<JobKind, 'seconds' | 'atOnce' | 'pollSeconds'>
  run: (payload: unknown, signal: AbortSignal) => Promise<unknown>
  logger: Logger
}

/**
 * Runs what a queue holds. pg-boss has a loop of its own, which does not wait until it is written down that a job has
 * ended: a database that is away at that moment ends the process, and one that is closed sees the job run twice.
 */
export function startWorker({ queue, kind, run, logger }: WorkerOptions): Worker {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const aborts = new Set<AbortController>()

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wanted = kind.atOnce - running.size
      const jobs = await queue.take(wanted)
      for (const job of jobs)
        running.set(
          job.id,
          runJob(job).finally(() => running.delete(job.id)),
        )
      if (jobs.length < wanted) await wait(kind.pollSeconds * 1000, undefined, stopping).catch(() => {})
      else await Promise.race(running.values())
    }
  }

  async function runJob({ id, payload, isLastTry }: QueuedJob): Promise<void> {
    const abort = new AbortController()
    aborts.add(abort)
    // Taken at the very moment of stopping.
    if (stopping.signal.aborted) abort.abort()
    try {
      await inTime(run(payload, abort.signal), kind.seconds)
    } catch (error) {
      if (isLastTry) logger.error({ err: error, jobId: id }, 'A job has failed for good')
      else logger.warn({ err: error, jobId: id }, 'A job has failed and will be tried again')
      await writeDown(queue.fail(id, error instanceof Error ? error.message : String(error)))
      return
    } finally {
      abort.abort()
      aborts.delete(abort)
    }
    await writeDown(queue.complete(id))
  }

  /** When it cannot be written down, the job's time runs out in the queue and it is tried again. */
  async function writeDown(written: Promise<unknown>): Promise<void> {
    await written.catch((error) => logger.warn({ err: error }, 'Could not write down how a job has ended'))
  }

  const looping = loop()
  return {
    async stop(withinMs) {
      stopping.abort()
      for (const abort of aborts) abort.abort()
      const ended = looping.then(() => Promise.all(running.values()))
      await Promise.race([ended, wait(withinMs, undefined, { ref: false })])
      for (const id of running.keys()) await writeDown(queue.fail(id, 'The process was stopped while the job ran'))
    },
  }
}

async function inTime(work: Promise<unknown>, seconds: number): Promise<void> {
  const ended = new AbortController()
  const late = wait(seconds * 1000, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`The job took longer than ${seconds} s`)
  })
  try {
    await Promise.race([work, late])
  } finally {
    ended.abort()
    late.catch(() => {})
  }
}
