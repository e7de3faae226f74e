import type { Handlers, JobKind } from '../platform/jobs/job-kind.ts'
import { createJobQueue, type JobQueue, type JobQueueOptions } from '../platform/jobs/job-queue.ts'

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

export type JobHandlers = Handlers<StoreJobs, RoutineName>
export type Jobs = JobQueue<StoreJobs, RoutineName>

type Options = JobQueueOptions<StoreJobName, RoutineName>
export type JobsOptions = Omit<Options, 'kinds' | 'routines'> & Partial<Pick<Options, 'kinds'>>

/** The queue of all these jobs. */
export const createJobs = (options: JobsOptions): Jobs =>
  createJobQueue<StoreJobs, RoutineName>({ kinds: jobKinds, routines: routineSeconds, ...options })
