import { ownerBuilder } from '../../gateway/owner-builder.ts'
import type { SearchMiss } from '../../generated/prisma/client.ts'
import { pageCost } from '../../platform/pagination.ts'
import { listSearchMisses, MAX_MISSES } from './search-misses.sql.ts'

const Miss = ownerBuilder.objectRef<SearchMiss>('SearchMiss').implement({
  description: 'What shoppers looked for on a day and did not find.',
  fields: (t) => ({
    day: t.string({
      description: 'The day in the store’s time zone, such as 2026-01-31.',
      resolve: ({ day }) => day.toISOString().slice(0, 10),
    }),
    search: t.exposeString('search', { description: 'What they looked for, in lower case.' }),
    count: t.exposeInt('count', { description: 'How often.' }),
  }),
})

ownerBuilder.queryField('searchMisses', (t) =>
  t.field({
    type: [Miss],
    nullable: true,
    description:
      'What shoppers looked for, without a filter, and did not find: the latest day first, and of a day what was looked for most. Kept for 30 days, at most 1000 texts of each.',
    complexity: pageCost(MAX_MISSES),
    args: { first: t.arg.int({ description: `How many at most, 1 to ${MAX_MISSES}; ${MAX_MISSES} when left out.` }) },
    resolve: (_, { first }, context) => listSearchMisses(context, first),
  }),
)
