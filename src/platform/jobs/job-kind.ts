/** How jobs of one kind run. Each kind has a queue of its own, which a migration makes. */
export interface JobKind {
  /** Past that a run has failed, or its process has died. */
  seconds: number
  /** How many run at once in one process. */
  atOnce: number
  /** How long an idle process waits before it looks for work again. */
  pollSeconds: number
  /** Tries after the first; then the job has failed for good, until somebody has it tried again. */
  retries: number
  /** The first retry comes after this to twice this, each further one after about twice as long. */
  retrySeconds: number
}

/**
 * What runs each kind of job. It may be run again when its process dies, or is too late to say that it has ended. The
 * signal says that the process is about to stop, or the job's time is over: what takes long ends early.
 */
export type Handlers<Queued extends { [Kind in keyof Queued]: object }, Routine extends string> = {
  [Name in keyof Queued]: (payload: Queued[Name], signal: AbortSignal) => Promise<unknown>
} & { [Name in Routine]: (payload: unknown, signal: AbortSignal) => Promise<unknown> }
