import { type Prisma, Prisma as PrismaSql } from '../../generated/prisma/client.ts'
import type { Services } from '../context.ts'
import { Problem } from '../problem.ts'
import { isUuid } from '../uuid.ts'
import type { StoreJobName } from './job-kinds.ts'

/** A job of a store that was tried as often as its kind is. It is kept for 30 days. */
export interface FailedJob {
  id: string
  name: StoreJobName
  payload: object
  /** Why its last try failed. */
  reason: string
  tries: number
  queuedAt: Date
  failedAt: Date
}

type Scope = { services: Pick<Services, 'prisma' | 'jobs'>; store: { id: string } }

/** The store's jobs that have failed for good, the latest first. */
export function listFailedJobs({ services, store }: Scope, limit = 100): Promise<FailedJob[]> {
  return failedJobs(
    services.prisma,
    PrismaSql.sql`data->>'storeId' = ${store.id} ORDER BY completed_on DESC LIMIT ${limit}`,
  )
}

/** Has a failed job tried again from the start, as a new job. @throws Problem NOT_FOUND */
export async function retryJob({ services, store }: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw new Problem('NOT_FOUND', 'Job not found')
  await services.prisma.$transaction(async (tx) => {
    const [job] = await failedJobs(tx, PrismaSql.sql`data->>'storeId' = ${store.id} AND id = ${id}::uuid FOR UPDATE`)
    if (!job) throw new Problem('NOT_FOUND', 'Job not found')
    await services.jobs.retry(tx, job)
  })
}

// pg-boss 10 has no call that lists jobs.
const failedJobs = (db: Pick<Prisma.TransactionClient, '$queryRaw'>, which: PrismaSql.Sql) =>
  db.$queryRaw<FailedJob[]>`
    SELECT id, name, data AS payload, coalesce(output->>'message', output->'value'->>'message', '') AS reason, retry_count + 1 AS tries,
      created_on AS "queuedAt", completed_on AS "failedAt"
    FROM pgboss.job WHERE state = 'failed' AND ${which}`
