import type { AccountMail } from '../commerce/customers/mails/account-mail.ts'
import type { OrderMails } from '../commerce/mails/mail-name.ts'
import type { PersonMail } from '../commerce/people/mails/person-mail.ts'
import type { InvitationMail } from '../commerce/people/members/invitation-mail.ts'
import type { Delivery } from '../commerce/webhooks/webhooks.sql.ts'
import type { Handlers, JobKind, JobOutcome } from '../platform/jobs/job-kind.ts'
import { createJobQueue, type JobQueue, type JobQueueOptions } from '../platform/jobs/job-queue.ts'

/** Jobs that belong to a store name it in their payload; those to persons do not. */
export interface StoreJobs {
  'lead-notification': { storeId: string; leadId: string }
  'account-mail': AccountMail
  'order-mail': OrderMails
  'invitation-mail': InvitationMail
  'webhook-delivery': Delivery
  'product-import': { storeId: string; importId: string }
  'picture-copy': { storeId: string; copyId: string }
  'person-mail': PersonMail
}

export type RoutineName = 'payment-reconciliation' | 'product-index' | 'figures' | 'clean-up'

export type StoreJobName = keyof StoreJobs
export type JobName = StoreJobName | RoutineName

export const jobKinds: Readonly<Record<JobName, JobKind>> = {
  // The retries span about two days, as mail servers do.
  'lead-notification': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 13, retrySeconds: 15 },
  // A quarter of an hour: whoever has forgotten a password waits for the mail.
  'account-mail': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 6, retrySeconds: 15 },
  'person-mail': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 6, retrySeconds: 15 },
  'order-mail': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 13, retrySeconds: 15 },
  'invitation-mail': { seconds: 60, atOnce: 5, pollSeconds: 2, retries: 13, retrySeconds: 15 },
  // deliver-messages.ts queues further attempts itself.
  'webhook-delivery': { seconds: 60, atOnce: 10, pollSeconds: 2, retries: 13, retrySeconds: 5 },
  // import-lease.ts queues further runs itself, and ends one whose process has died.
  'product-import': { seconds: 6 * 3600, atOnce: 2, pollSeconds: 1, retries: 0, retrySeconds: 15 },
  // run-picture-copy.ts queues further runs itself, so that stores take turns.
  'picture-copy': { seconds: 180, atOnce: 2, pollSeconds: 1, retries: 13, retrySeconds: 5 },
  'payment-reconciliation': { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
  'product-index': { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
  figures: { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
  'clean-up': { seconds: 300, atOnce: 1, pollSeconds: 5, retries: 0, retrySeconds: 15 },
}

/** Seconds between runs. */
export const routineSeconds: Readonly<Record<RoutineName, number>> = {
  'payment-reconciliation': 60,
  'product-index': 600,
  figures: 600,
  'clean-up': 3600,
}

export type JobHandlers = Handlers<StoreJobs, RoutineName>
export type Jobs = JobQueue<StoreJobs, RoutineName>

type Options = JobQueueOptions<StoreJobName, RoutineName>
export type JobsOptions = Omit<Options, 'kinds' | 'routines' | 'onEnd'> &
  Partial<Pick<Options, 'kinds'>> & {
    /** Nothing is counted when left out. */
    metrics?: { jobRuns: Record<JobName, Record<JobOutcome, number>> }
  }

export const createJobs = ({ metrics, ...options }: JobsOptions): Jobs =>
  createJobQueue<StoreJobs, RoutineName>({
    kinds: jobKinds,
    routines: routineSeconds,
    onEnd(name, outcome) {
      if (metrics) metrics.jobRuns[name][outcome] += 1
    },
    ...options,
  })
