/** Each kind has its own queue, which a migration creates. */
export interface JobKind {
  /** A longer run counts as failed, since its process may have died. */
  seconds: number
  /** In one process. */
  atOnce: number
  /** How long an idle process waits before it polls again. */
  pollSeconds: number
  /** After that it has failed for good, until somebody retries it by hand. */
  retries: number
  /** The first delay is between this and twice this; it roughly doubles each time. */
  retrySeconds: number
}

/**
 * A job may run twice: when its process dies, or finishes too late to report it. The signal is aborted when the process
 * is about to stop or the job's time is over.
 */
export type Handlers<Queued extends { [Kind in keyof Queued]: object }, Routine extends string> = {
  [Name in keyof Queued]: (payload: Queued[Name], signal: AbortSignal) => Promise<unknown>
} & { [Name in Routine]: (payload: unknown, signal: AbortSignal) => Promise<unknown> }

/** `failed` is tried again; `given_up` is not. */
export type JobOutcome = 'completed' | 'failed' | 'given_up'

/** Fails the job for good at once. */
export class PermanentFailure extends Error {}
