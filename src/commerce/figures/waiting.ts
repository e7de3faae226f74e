import { hasScope, type KeyScope } from '../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../api/context.ts'
import { MOST_COUNTED } from '../../platform/counted-page.ts'
import { countFailedJobs } from '../../platform/jobs/stored-jobs.sql.ts'
import { type Counted, countable, countWaiting } from './waiting.sql.ts'

/** Null for what the key's scopes do not show. */
export type Waiting = Record<Counted | 'failedJobs', number | null>

/** As of the fields that list them. */
const scopes: Readonly<Record<keyof Waiting, readonly KeyScope[]>> = {
  toShip: ['orders', 'read'],
  needAttention: ['orders', 'read'],
  toConfirm: ['orders', 'read'],
  toCollect: ['orders', 'read'],
  refunds: ['orders', 'read'],
  reviews: ['catalogue', 'read'],
  lowStock: ['catalogue', 'read'],
  failedJobs: ['settings', 'read'],
  undelivered: ['settings'],
  webhooksOff: ['settings'],
}

/** Each counted up to one more than `MOST_COUNTED`, in at most two statements. */
export async function countAllWaiting({
  services,
  store,
  caller,
}: Pick<OwnerContext, 'services' | 'store' | 'caller'>): Promise<Waiting> {
  const { sql, prisma } = services.db
  const shows = (name: keyof Waiting) => hasScope(caller, scopes[name])
  const asked = { storeId: store.id, threshold: store.lowStockThreshold, now: services.clock() }
  const [counts, failedJobs] = await Promise.all([
    countWaiting(sql, countable.filter(shows), asked),
    shows('failedJobs') ? countFailedJobs(prisma, store.id, MOST_COUNTED + 1) : null,
  ])
  const shown = countable.map((name) => [name, counts[name] ?? null])
  return { ...(Object.fromEntries(shown) as Record<Counted, number | null>), failedJobs }
}
