/** What a job of a store is told; every such job says whose it is. */
export interface StoreJobs {
  'lead-notification': { storeId: string; leadId: string }
  /** What waits for one webhook about one subject. */
  'webhook-delivery': { storeId: string; webhookId: string; subject: string }
}

/** Work that recurs and belongs to no store. */
export type RoutineName = 'payment-reconciliation' | 'clean-up'

export type StoreJobName = keyof StoreJobs
export type JobName = StoreJobName | RoutineName

/** How jobs of one kind run. Each kind has a queue of its own, which a migration makes. */
export interface JobKind {
  /** Past that a run has failed, or its process has died. */
  seconds: number
  /** How many run at once in one process. */
  atOnce: number
  /** How long an idle process waits before it looks for work again. */
  pollSeconds: number
  /** Tries after the first; then the job has failed for good, until the owner has it tried again. */
  retries: number
  /** The first retry comes after this to twice this, each further one after about twice as long. */
  retrySeconds: number
}

export const jobKinds: Readonly<Record<JobName, JobKind>> = {
  // About two days of tries: as long as mail servers keep at it.
  'lead-notification': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 13, retrySeconds: 15 },
  // Receivers that fail are no failures of the job: src/webhooks/deliver-messages.ts asks for each further attempt.
  'webhook-delivery': { seconds: 60, atOnce: 10, pollSeconds: 2, retries: 13, retrySeconds: 5 },
  'payment-reconciliation': { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
  'clean-up': { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
}

/** Seconds from one run of a routine to the next. */
export const routineSeconds: Readonly<Record<RoutineName, number>> = {
  'payment-reconciliation': 60,
  'clean-up': 3600,
}

/**
 * What runs each kind of job. It may be run again when its process dies, or is too late to say that it has ended. The
 * signal says that the process is about to stop, or the job's time is over: what takes long ends early.
 */
export type JobHandlers = {
  [Name in StoreJobName]: (payload: StoreJobs[Name], signal: AbortSignal) => Promise<unknown>
} & { [Name in RoutineName]: (payload: unknown, signal: AbortSignal) => Promise<unknown> }
