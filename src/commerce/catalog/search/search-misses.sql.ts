import type { Context } from '../../../api/context.ts'
import type { SearchMiss } from '../../../generated/prisma/client.ts'
import { before, daysOlderThan } from '../../../platform/database/retention.ts'
import { Problem } from '../../../platform/problem.ts'
import { DAY_MS } from '../../../platform/time.ts'
import { dayOf } from '../../../shared/zoned-time.ts'

const RETENTION_MS = 30 * DAY_MS
/** Per store and day, so that strangers cannot fill the table. */
const MAX_A_DAY = 1_000
export const MAX_MISSES = 100

export const searchMissRetention = daysOlderThan('search_misses', RETENTION_MS)

/** SQL: one statement enforces the daily limit. Failures are only logged, since the shopper's answer matters more. */
export async function countMiss({ services, store, log }: Context, text: string): Promise<void> {
  const day = dayOf(services.clock(), store.timeZone)
  const search = text.toLowerCase().replace(/\s+/g, ' ')
  try {
    await services.db.sql.$executeRaw`
      INSERT INTO search_misses AS miss (store_id, day, search, count)
      SELECT ${store.id}::uuid, ${day}::date, ${search}::text, 1
      WHERE (
        SELECT count(*) FROM (
          SELECT 1 FROM search_misses WHERE store_id = ${store.id}::uuid AND day = ${day}::date LIMIT ${MAX_A_DAY}
        ) AS counted
      ) < ${MAX_A_DAY} OR EXISTS (
        SELECT 1 FROM search_misses WHERE store_id = ${store.id}::uuid AND day = ${day}::date AND search = ${search}::text
      )
      ON CONFLICT (store_id, day, search) DO UPDATE SET count = least(miss.count::bigint + 1, 2147483647)`
  } catch (error) {
    log.warn({ err: error }, 'A search that found nothing could not be counted')
  }
}

/** The latest day first, the most frequent text first. @throws Problem BAD_USER_INPUT */
export async function listSearchMisses(
  { services, store }: Pick<Context, 'services' | 'store'>,
  first: number | null | undefined,
): Promise<SearchMiss[]> {
  const take = first ?? MAX_MISSES
  if (take < 1 || take > MAX_MISSES)
    throw new Problem('BAD_USER_INPUT', `first must be between 1 and ${MAX_MISSES}`, { field: 'first' })
  return services.db.prisma.searchMiss.findMany({
    where: { storeId: store.id, day: { gt: before(services.clock(), RETENTION_MS) } },
    orderBy: [{ day: 'desc' }, { count: 'desc' }, { search: 'asc' }],
    take,
  })
}
