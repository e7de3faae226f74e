import type { Context } from '../gateway/context.ts'
import { defineLoader } from '../gateway/loader.ts'
import type { Customer, LoyaltyEntry } from '../generated/prisma/client.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { type CountedConnection, MAX_PAGE, MOST_COUNTED } from '../platform/counted-page.ts'
import { newestFirst, type PageArgs, pageSize } from '../platform/pagination.ts'

interface EntriesPage {
  customerId: string
  limit: number
  after: string | null
}

/** A customer's ledger entries, newest first. Lookups for many customers share one statement. */
export async function listEntries(
  context: Context,
  { id: customerId }: Pick<Customer, 'id'>,
  args: PageArgs,
): Promise<CountedConnection<LoyaltyEntry>> {
  const size = pageSize(args, MAX_PAGE)
  const rows = await entryPages(context).load({ customerId, limit: size + 1, after: args.after ?? null })
  return { ...newestFirst.connection(rows, size, args), countAll: () => entryCounts(context).load(customerId) }
}

const entryPages = defineLoader<EntriesPage, LoyaltyEntry[], string>(
  async (context, pages) => {
    const kinds = new Map<string, EntriesPage[]>()
    for (const page of pages) kinds.set(kindOf(page), [...(kinds.get(kindOf(page)) ?? []), page])
    const found = new Map<string, LoyaltyEntry[]>()
    for (const [kind, alike] of kinds) {
      const customerIds = alike.map(({ customerId }) => customerId)
      const [{ limit, after } = { limit: 0, after: null }] = alike
      for (const entry of await newestOfEach(context, customerIds, { limit, after })) {
        const key = `${entry.customerId}:${kind}`
        found.set(key, [...(found.get(key) ?? []), entry])
      }
    }
    return pages.map((page) => found.get(keyOf(page)) ?? [])
  },
  (page) => keyOf(page),
)

const kindOf = ({ limit, after }: EntriesPage) => `${limit}:${after ?? ''}`
const keyOf = (page: EntriesPage) => `${page.customerId}:${kindOf(page)}`

/** Prisma's `take` on a relation would read every entry and cut the list in memory. */
function newestOfEach(
  { services, store }: Context,
  customerIds: string[],
  { limit, after }: Pick<EntriesPage, 'limit' | 'after'>,
): Promise<LoyaltyEntry[]> {
  const [createdAt, id] = after ? newestFirst.decode(after) : []
  const behind = after ? Prisma.sql`AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)` : Prisma.empty
  return services.db.prisma.$queryRaw<LoyaltyEntry[]>`
    SELECT newest.*
    FROM unnest(${customerIds}::uuid[]) AS customer (id)
    CROSS JOIN LATERAL (
      SELECT store_id AS "storeId", id, customer_id AS "customerId", kind, points, order_id AS "orderId",
        referred_id AS "referredId", reason, actor, balance_after AS "balanceAfter", created_at AS "createdAt"
      FROM loyalty_entries
      WHERE store_id = ${store.id}::uuid AND customer_id = customer.id ${behind}
      ORDER BY created_at DESC, id DESC
      LIMIT ${limit}
    ) AS newest`
}

const entryCounts = defineLoader<string, number>(async ({ services, store }, customerIds) => {
  const rows = await services.db.prisma.$queryRaw<{ id: string; count: number }[]>`
    SELECT customer.id, (
      SELECT count(*)::int FROM (
        SELECT FROM loyalty_entries
        WHERE store_id = ${store.id}::uuid AND customer_id = customer.id LIMIT ${MOST_COUNTED + 1}
      ) AS entry
    ) AS count
    FROM unnest(${[...customerIds]}::uuid[]) AS customer (id)`
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return customerIds.map((id) => counts.get(id) ?? 0)
})
