import type { Services } from '../gateway/context.ts'
import type { StoreJobName } from '../gateway/job-kinds.ts'
import { type Prisma, Prisma as PrismaSql } from '../generated/prisma/client.ts'
import { type CountedConnection, MAX_PAGE, MOST_COUNTED } from '../platform/counted-page.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { createKeyset, type PageArgs, pageSize } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'

/** A background job that failed on its last attempt. pg-boss keeps it for 30 days. */
export interface FailedJob {
  id: string
  name: StoreJobName
  payload: object
  /** The error of the last attempt. */
  reason: string
  tries: number
  queuedAt: Date
  failedAt: Date
}

type Scope = { services: Pick<Services, 'db' | 'jobs'>; store: { id: string } }

const latestFirst = createKeyset(
  { name: 'failedAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)

/** The store's jobs whose last attempt failed, newest first. @throws Problem BAD_USER_INPUT */
export async function listFailedJobs(
  { services, store }: Scope,
  args: PageArgs,
): Promise<CountedConnection<FailedJob>> {
  const size = pageSize(args, MAX_PAGE)
  const [failedAt, id] = args.after ? latestFirst.decode(args.after) : []
  const behind = args.after
    ? PrismaSql.sql`AND (date_trunc('milliseconds', completed_on), id) < (${failedAt}::timestamptz, ${id}::uuid)`
    : PrismaSql.empty
  const jobs = await failedJobs(
    services.db.prisma,
    PrismaSql.sql`data->>'storeId' = ${store.id} ${behind}
      ORDER BY date_trunc('milliseconds', completed_on) DESC, id DESC LIMIT ${size + 1}`,
  )
  return { ...latestFirst.connection(jobs, size, args), countAll: () => countFailedJobs(services, store.id) }
}

async function countFailedJobs({ db: { prisma } }: Pick<Services, 'db'>, storeId: string): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM pgboss.job WHERE state = 'failed' AND data->>'storeId' = ${storeId} LIMIT ${MOST_COUNTED + 1}
    ) AS failed`
  return row?.count ?? 0
}

/** The ids in the job's payload. Nothing else of the payload is shown. */
export const subjectsOf = ({ payload }: Pick<FailedJob, 'payload'>): { name: string; id: string }[] =>
  Object.entries(payload).flatMap(([name, id]) =>
    name !== 'storeId' && name.endsWith('Id') && typeof id === 'string' && isUuid(id) ? [{ name, id }] : [],
  )

/** Queues a failed job again as a new job. @throws Problem NOT_FOUND */
export async function retryJob({ services, store }: Scope, id: string): Promise<true> {
  if (!isUuid(id)) throw new Problem('NOT_FOUND', 'Job not found')
  return inTransaction(services.db.prisma, async (tx): Promise<true> => {
    const [job] = await failedJobs(tx, PrismaSql.sql`data->>'storeId' = ${store.id} AND id = ${id}::uuid FOR UPDATE`)
    if (!job) throw new Problem('NOT_FOUND', 'Job not found')
    await services.jobs.retry(tx, job)
    return true
  })
}

// pg-boss 10 has no call that lists jobs, so this reads its table.
const failedJobs = (db: Pick<Prisma.TransactionClient, '$queryRaw'>, which: PrismaSql.Sql) =>
  db.$queryRaw<FailedJob[]>`
    SELECT id, name, data AS payload, coalesce(output->>'message', output->'value'->>'message', '') AS reason, retry_count + 1 AS tries,
      created_on AS "queuedAt", completed_on AS "failedAt"
    FROM pgboss.job WHERE state = 'failed' AND ${which}`
