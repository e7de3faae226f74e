import type { Customer, LoyaltyEntry } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { defineLoader } from '../graphql/schema/loader.ts'
import { type CountedConnection, MAX_PAGE, MOST_COUNTED } from '../platform/counted-page.ts'
import { newestFirst, type PageArgs, pageSize } from '../platform/pagination.ts'
import { countEntries, newestEntries } from './ledger.sql.ts'

interface EntriesPage {
  customerId: string
  limit: number
  after: string | null
}

/** Newest first. Lookups of many customers share one statement. */
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
  async ({ services, store }, pages) => {
    const kinds = new Map<string, EntriesPage[]>()
    for (const page of pages) kinds.set(kindOf(page), [...(kinds.get(kindOf(page)) ?? []), page])
    const found = new Map<string, LoyaltyEntry[]>()
    for (const [kind, alike] of kinds) {
      const customerIds = alike.map(({ customerId }) => customerId)
      const [{ limit, after } = { limit: 0, after: null }] = alike
      const [createdAt, id] = after ? newestFirst.decode(after) : []
      const newest = { limit, after: after ? { createdAt, id } : null }
      for (const entry of await newestEntries(services.db.prisma, store.id, customerIds, newest)) {
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

const entryCounts = defineLoader<string, number>(async ({ services, store }, customerIds) => {
  const rows = await countEntries(services.db.prisma, store.id, customerIds, MOST_COUNTED + 1)
  const counts = new Map(rows.map(({ id, count }) => [id, count]))
  return customerIds.map((id) => counts.get(id) ?? 0)
})
