import type { MailName, RefundExtent } from './mails/mail-name.ts'
import type { Handlers, JobKind, JobOutcome } from './platform/jobs/job-kind.ts'
import { createJobQueue, type JobQueue, type JobQueueOptions } from './platform/jobs/job-queue.ts'

/** The payload of each kind of job that belongs to a store; all of them name the store. */
export interface StoreJobs {
  'lead-notification': { storeId: string; leadId: string }
  'account-mail': AccountMail
  'order-mail': OrderMails
  /** Delivers the waiting messages of one webhook about one subject. */
  'webhook-delivery': { storeId: string; webhookId: string; subject: string }
}

/** A mail to a customer about their account. */
export type AccountMail = { storeId: string } & (
  | { about: 'password'; phone: string }
  | { about: 'email'; customerId: string }
  /** To the address until now. */
  | { about: 'changed-address'; customerId: string; address: string }
)

/** Mails about what has happened to an order, all at once. */
export interface OrderMails {
  storeId: string
  orderId: string
  /** The id of each is the same for every attempt. */
  mails: readonly { id: string; name: MailName }[]
  /** The refund that they tell of. */
  refundId?: string
  extent?: RefundExtent
}

/** Recurring jobs that belong to no store. */
export type RoutineName = 'payment-reconciliation' | 'product-index' | 'clean-up'

export type StoreJobName = keyof StoreJobs
export type JobName = StoreJobName | RoutineName

export const jobKinds: Readonly<Record<JobName, JobKind>> = {
  // The retries span about two days, as mail servers do.
  'lead-notification': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 13, retrySeconds: 15 },
  // A quarter of an hour: whoever has forgotten a password waits for the mail.
  'account-mail': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 6, retrySeconds: 15 },
  'order-mail': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 13, retrySeconds: 15 },
  // A receiver that fails does not fail the job: src/webhooks/deliver-messages.ts queues each further attempt.
  'webhook-delivery': { seconds: 60, atOnce: 10, pollSeconds: 2, retries: 13, retrySeconds: 5 },
  'payment-reconciliation': { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
  'product-index': { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
  'clean-up': { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
}

/** Seconds from one run of a recurring job to the next. */
export const routineSeconds: Readonly<Record<RoutineName, number>> = {
  'payment-reconciliation': 60,
  'product-index': 600,
  'clean-up': 3600,
}

export type JobHandlers = Handlers<StoreJobs, RoutineName>
export type Jobs = JobQueue<StoreJobs, RoutineName>

type Options = JobQueueOptions<StoreJobName, RoutineName>
export type JobsOptions = Omit<Options, 'kinds' | 'routines' | 'onEnd'> &
  Partial<Pick<Options, 'kinds'>> & {
    /** Where runs of jobs are counted; nowhere when left out. */
    metrics?: { jobRuns: Record<JobName, Record<JobOutcome, number>> }
  }

/** Creates the queue of all these jobs. */
export const createJobs = ({ metrics, ...options }: JobsOptions): Jobs =>
  createJobQueue<StoreJobs, RoutineName>({
    kinds: jobKinds,
    routines: routineSeconds,
    onEnd(name, outcome) {
      if (metrics) metrics.jobRuns[name][outcome] += 1
    },
    ...options,
  })
