import type { Context } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import { definePageLoader } from '../../api/graphql/schema/page-loader.ts'
import type { Customer, LoyaltyEntry } from '../../generated/prisma/client.ts'
import { type CountedConnection, MAX_PAGE, MOST_COUNTED } from '../../platform/counted-page.ts'
import { newestFirst, type PageArgs } from '../../platform/pagination.ts'
import { countEntries, newestEntries } from './ledger.sql.ts'

/** Newest first. Lookups of many customers share one statement. */
export async function listEntries(
  context: Context,
  { id: customerId }: Pick<Customer, 'id'>,
  args: PageArgs,
): Promise<CountedConnection<LoyaltyEntry>> {
  const entries = await newestFirst.page(args, MAX_PAGE, (limit, after) =>
    entryPages(context).load({ ownerId: customerId, limit, after }),
  )
  return { ...entries, countAll: () => entryCounts(context).load(customerId) }
}

const entryPages = definePageLoader<LoyaltyEntry>(
  ({ customerId }) => customerId,
  ({ services, store }, customerIds, { limit, after: [createdAt, id] }) =>
    newestEntries(services.db.prisma, store.id, customerIds, {
      limit,
      after: id === undefined ? null : { createdAt, id },
    }),
)

const entryCounts = defineLoader<string, number>(async ({ services, store }, customerIds) => {
  const rows = await countEntries(services.db.prisma, store.id, customerIds, MOST_COUNTED + 1)
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return customerIds.map((id) => counts.get(id) ?? 0)
})
