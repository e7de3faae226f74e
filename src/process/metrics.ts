import type { Metric } from 'prom-client'
import { limitNames } from '../api/admission/rate-limit-policy.ts'
import { createOperationMeters, type OperationMeters } from '../api/graphql/operation-meters.ts'
import type { JobOutcome } from '../platform/jobs/job-kind.ts'
import { counter, samplesOf } from '../platform/metrics/metrics.ts'
import { type JobName, jobKinds } from './job-kinds.ts'

/** Counted by one label, whose values are all known here. */
const counted = {
  limitsRefused: {
    name: 'storefront_limits_refused_total',
    help: 'Requests and operations that were refused with RATE_LIMITED, by the limit.',
    label: 'limit',
    values: limitNames,
  },
  ordersPlaced: {
    name: 'storefront_orders_placed_total',
    help: 'Orders that were placed, by whether they are to be paid to the provider, later on delivery or by hand, or cost nothing.',
    label: 'payment',
    values: ['due', 'later', 'free'],
  },
  ordersSettled: {
    name: 'storefront_orders_settled_total',
    help: 'Orders that were settled, by what reported the payment; free orders are settled when they are placed. `owner`: recorded without a provider.',
    label: 'source',
    values: ['free', 'verify', 'webhook', 'reconciliation', 'owner'],
  },
  ordersFailed: {
    name: 'storefront_orders_failed_total',
    help: 'Unpaid orders that failed: by the buyer (a wrong signature, or never offered for payment) or the provider.',
    label: 'source',
    values: ['buyer', 'provider'],
  },
  payments: {
    name: 'storefront_payments_total',
    help: 'Payments that were reported, by outcome: settled an order; known before; the owner has to look; of no order; the signature was wrong.',
    label: 'outcome',
    values: ['settled', 'repeated', 'attention', 'unknown_order', 'bad_signature'],
  },
  refunds: {
    name: 'storefront_refunds_total',
    help: 'Refunds that were asked for here (requested), and how they ended, also those of the provider’s dashboard: succeeded; failed; marked as made in another way.',
    label: 'outcome',
    values: ['requested', 'succeeded', 'failed', 'marked'],
  },
  webhookDeliveries: {
    name: 'storefront_webhook_deliveries_total',
    help: 'Attempts to deliver a webhook message, by outcome: delivered; failed and tried again later; given up.',
    label: 'outcome',
    values: ['delivered', 'failed', 'given_up'],
  },
} as const

type Counted = typeof counted

/** Only grow. Add one once the counted change is committed. */
export type Counts = { [Name in keyof Counted]: Record<Counted[Name]['values'][number], number> }

export interface Metrics {
  counts: Counts
  jobRuns: Record<JobName, Record<JobOutcome, number>>
  operations: OperationMeters
  /** For `/metrics`; in no registry yet. */
  exposed: readonly Metric[]
}

export function createMetrics(): Metrics {
  const counts = Object.fromEntries(
    Object.entries(counted).map(([name, { values }]) => [name, Object.fromEntries(values.map((value) => [value, 0]))]),
  ) as Counts // fromEntries forgets which names it was given
  const jobRuns = Object.fromEntries(
    Object.keys(jobKinds).map((kind) => [kind, { completed: 0, failed: 0, given_up: 0 }]),
  ) as Metrics['jobRuns'] // the same
  const operations = createOperationMeters()
  const simple = Object.entries(counted).map(([name, { label, values: _, ...text }]) =>
    counter({ ...text, labels: [label] }, () => samplesOf(label, counts[name as keyof Counted])),
  )
  const jobs = counter(
    {
      name: 'storefront_job_runs_total',
      help: 'Runs of background jobs, by kind and outcome: completed; failed and tried again later; given up.',
      labels: ['kind', 'outcome'],
    },
    () =>
      Object.entries(jobRuns).flatMap(([kind, outcomes]) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { kind, outcome }, value })),
      ),
  )
  return { counts, jobRuns, operations, exposed: [...simple, jobs, ...operations.exposed] }
}
