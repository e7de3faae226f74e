import type { Services } from '../../api/context.ts'
import { type CountedConnection, MAX_PAGE, MOST_COUNTED } from '../../platform/counted-page.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import {
  countFailedJobs,
  lockFailedJob,
  readFailedJobs,
  type StoredFailure,
} from '../../platform/jobs/stored-jobs.sql.ts'
import { latestBy, type PageArgs } from '../../platform/pagination.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'

type StoreJobName = Parameters<Services['jobs']['enqueue']>[1]

/** pg-boss deletes it after 30 days. */
export type FailedJob = StoredFailure<StoreJobName>

type Scope = { services: Pick<Services, 'db' | 'jobs'>; store: { id: string } }

const latestFirst = latestBy('failedAt')

/** Newest first. @throws Problem BAD_USER_INPUT */
export async function listFailedJobs(
  { services, store }: Scope,
  args: PageArgs,
): Promise<CountedConnection<FailedJob>> {
  const { prisma } = services.db
  const jobs = await latestFirst.page(args, MAX_PAGE, (take, [failedAt, id]) =>
    readFailedJobs<StoreJobName>(prisma, store.id, { behind: id === undefined ? null : { failedAt, id }, take }),
  )
  return { ...jobs, countAll: () => countFailedJobs(prisma, store.id, MOST_COUNTED + 1) }
}

/** Nothing else of the payload is shown. */
export const subjectsOf = ({ payload }: Pick<FailedJob, 'payload'>): { name: string; id: string }[] =>
  Object.entries(payload).flatMap(([name, id]) =>
    name !== 'storeId' && name.endsWith('Id') && typeof id === 'string' && isUuid(id) ? [{ name, id }] : [],
  )

/** As a new job. @throws Problem NOT_FOUND */
export async function retryJob({ services, store }: Scope, id: string): Promise<true> {
  if (!isUuid(id)) throw new Problem('NOT_FOUND', 'Job not found')
  return inTransaction(services.db.prisma, async (tx): Promise<true> => {
    const job = await lockFailedJob<StoreJobName>(tx, store.id, id)
    if (!job) throw new Problem('NOT_FOUND', 'Job not found')
    await services.jobs.retry(tx, job)
    return true
  })
}
