/** How jobs of one kind run. Each kind has its own queue, which a migration creates. */
export interface JobKind {
  /** How long a run may take. After that it counts as failed, since its process may have died. */
  seconds: number
  /** How many jobs of this kind run at once in one process. */
  atOnce: number
  /** How long an idle process waits before it polls for jobs again. */
  pollSeconds: number
  /** How often a failed job is tried again. After that it has failed for good, until somebody retries it by hand. */
  retries: number
  /** The delay before the first retry is between this and twice this; it roughly doubles for each further retry. */
  retrySeconds: number
}

/**
 * The function that runs each kind of job. A job may run twice: when its process dies, or finishes too late to report
 * it. The signal is aborted when the process is about to stop or the job's time is over, so long work should end early.
 */
export type Handlers<Queued extends { [Kind in keyof Queued]: object }, Routine extends string> = {
  [Name in keyof Queued]: (payload: Queued[Name], signal: AbortSignal) => Promise<unknown>
} & { [Name in Routine]: (payload: unknown, signal: AbortSignal) => Promise<unknown> }

/** How a run of a job has ended: it failed and is tried again, or it failed for good. */
export type JobOutcome = 'completed' | 'failed' | 'given_up'

/** A failure that no other try would change: the job fails for good at once, with this reason. */
export class PermanentFailure extends Error {}
