import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { JobKind, JobOutcome } from './job-kind.ts'
import { PermanentFailure } from './job-kind.ts'

export interface Queue {
  /** Due jobs that no other worker gets. Empty when the queue cannot be reached. */
  take(count: number): Promise<QueuedJob[]>
  complete(id: string): Promise<unknown>
  /** The queue retries it, unless `isFinal` or this was its last try. */
  fail(id: string, reason: string, isFinal?: boolean): Promise<unknown>
}

export interface QueuedJob {
  id: string
  payload: unknown
  isLastTry: boolean
}

export interface Worker {
  /** Waits up to `withinMs`. Unfinished jobs go back to the queue. */
  stop(withinMs: number): Promise<void>
}

export interface WorkerOptions {
  queue: Queue
  kind: Pick<JobKind, 'seconds' | 'atOnce' | 'pollSeconds'>
  run: (payload: unknown, signal: AbortSignal) => Promise<unknown>
  onEnd: (outcome: JobOutcome) => void
  logger: Logger
}

/**
 * pg-boss's own loop does not wait until a job's end is recorded: without the database the process would end, or the
 * job run twice.
 */
export function startWorker({ queue, kind, run, onEnd, logger }: WorkerOptions): Worker {
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
    // Taken just as the worker was stopped.
    if (stopping.signal.aborted) abort.abort()
    try {
      await inTime(run(payload, abort.signal), kind.seconds)
    } catch (error) {
      const isFinal = isLastTry || error instanceof PermanentFailure
      onEnd(isFinal ? 'given_up' : 'failed')
      if (isFinal) logger.error({ err: error, jobId: id }, 'A job has failed permanently')
      else logger.warn({ err: error, jobId: id }, 'A job has failed and will be retried')
      await writeDown(queue.fail(id, error instanceof Error ? error.message : String(error), isFinal))
      return
    } finally {
      abort.abort()
      aborts.delete(abort)
    }
    onEnd('completed')
    await writeDown(queue.complete(id))
  }

  /** If recording fails, the job expires in the queue and is tried again. */
  async function writeDown(written: Promise<unknown>): Promise<void> {
    await written.catch((error) => logger.warn({ err: error }, 'Could not record the result of a job'))
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
