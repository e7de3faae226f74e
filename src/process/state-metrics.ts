import type { Metric } from 'prom-client'
import type { Services } from '../api/context.ts'
import type { ResponseCache } from '../api/response-cache/cache.ts'
import { counter, gauge, type Sample, samplesOf } from '../platform/metrics/metrics.ts'

type Watched = Pick<Services, 'jobs' | 'connectionUse' | 'orderWatch' | 'storeWatch' | 'orderQueue'>

/** However often metrics are asked for. */
const ASK_AGAIN_AFTER_MS = 5_000
/** A slower database has no part in the answer. */
const WAIT_MS = 1_000

export function stateMetrics(services: Watched, cache: ResponseCache | null): Metric[] {
  return [
    followers(services),
    ownerStreams(services),
    ...databaseMetrics(services),
    ...jobMetrics(services),
    ...(cache ? cacheMetrics(cache) : []),
  ]
}

const followers = ({ orderWatch }: Watched) =>
  gauge({ name: 'storefront_order_followers', help: 'Open streams of changes of an order.' }, () => [
    { value: orderWatch.followers() },
  ])

const ownerStreams = ({ storeWatch }: Watched) =>
  gauge({ name: 'storefront_owner_streams', help: 'Open streams of the orders of a store.' }, () => [
    { value: storeWatch.followers() },
  ])

const databaseMetrics = ({ orderQueue, connectionUse }: Watched): Metric[] => [
  gauge({ name: 'storefront_database_connections_max', help: 'Most database connections that may be open.' }, () => [
    { value: connectionUse().size },
  ]),
  gauge(
    { name: 'storefront_database_connections', help: 'Database connections that statements or transactions use now.' },
    () => [{ value: connectionUse().inUse }],
  ),
  gauge(
    { name: 'storefront_database_waiting', help: 'Statements and transactions that wait for a database connection.' },
    () => [{ value: connectionUse().waiting }],
  ),
  gauge(
    {
      name: 'storefront_order_queue',
      help: 'Transactions about orders, by state: running; waiting in memory for a permit.',
      labels: ['state'],
    },
    () => {
      const { inUse: running, waiting } = orderQueue.state()
      return samplesOf('state', { running, waiting })
    },
  ),
]

function jobMetrics({ jobs }: Watched): Metric[] {
  const read = remembered(() => jobs.backlog())
  type Kind = Awaited<ReturnType<typeof jobs.backlog>>[number]
  const samples = async (sampled: (kind: Kind) => Sample[]) => ((await read()) ?? []).flatMap(sampled)
  return [
    gauge(
      {
        name: 'storefront_database_up',
        help: 'Whether the database has answered within a second: 1 or 0.',
        aggregator: 'min',
      },
      async () => [{ value: (await read()) ? 1 : 0 }],
    ),
    gauge(
      {
        name: 'storefront_jobs',
        help: 'Background jobs of all processes, by kind and state: due now; waiting for their time; failed for good.',
        labels: ['kind', 'state'],
        // Every worker reads the same queue.
        aggregator: 'max',
      },
      () =>
        samples(({ name: kind, due, later, failed }) =>
          samplesOf('state', { due, later, failed }).map(({ labels, value }) => ({
            labels: { kind, ...labels },
            value,
          })),
        ),
    ),
    gauge(
      {
        name: 'storefront_jobs_oldest_seconds',
        help: 'How long the first background job of the kind that is due has been due; 0 when none is.',
        labels: ['kind'],
        aggregator: 'max',
      },
      () => samples(({ name: kind, oldestSeconds }) => [{ labels: { kind }, value: oldestSeconds }]),
    ),
  ]
}

const cacheMetrics = ({ requests, size }: ResponseCache): Metric[] => [
  counter(
    {
      name: 'storefront_answer_cache_requests_total',
      help: 'Requests for what all visitors see alike, by whether the answer was kept: hits; misses.',
      labels: ['result'],
    },
    () => samplesOf('result', requests),
  ),
  gauge({ name: 'storefront_answer_cache_bytes', help: 'Memory that kept answers take, estimated.' }, () => [
    { value: size() },
  ]),
]

/** Null when the read fails or takes too long. */
function remembered<Value>(ask: () => Promise<Value>): () => Promise<Value | null> {
  let asked: { at: number; value: Promise<Value | null> } | undefined
  return () => {
    const now = performance.now()
    if (!asked || now - asked.at > ASK_AGAIN_AFTER_MS) asked = { at: now, value: inTime(ask()) }
    return asked.value
  }
}

async function inTime<Value>(asked: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WAIT_MS)
  })
  const value = await Promise.race([asked.catch(() => null), late])
  clearTimeout(timer)
  return value
}
