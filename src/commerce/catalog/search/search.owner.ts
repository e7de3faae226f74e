import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import type { SearchMiss } from '../../../generated/prisma/client.ts'
import { pageCost } from '../../../platform/pagination.ts'
import { listSearchMisses, MAX_MISSES } from './search-misses.sql.ts'

const Miss = ownerBuilder.objectRef<SearchMiss>('SearchMiss').implement({
  scope: 'catalogue',
  description: 'A search that found nothing, counted per day.',
  fields: (t) => ({
    day: t.string({
      description: 'The day in the store’s time zone, such as 2026-01-31.',
      resolve: ({ day }) => day.toISOString().slice(0, 10),
    }),
    search: t.exposeString('search', { description: 'The search text in lower case.' }),
    count: t.exposeInt('count', { description: 'How often it was searched for on that day.' }),
  }),
})

ownerBuilder.queryField('searchMisses', (t) =>
  t.field({
    scope: 'catalogue',
    type: [Miss],
    nullable: true,
    description:
      'Searches without filters that found nothing, latest day first, then most frequent first. They are stored for 30 days, at most 1000 texts per day.',
    complexity: pageCost(MAX_MISSES),
    args: {
      first: t.arg.int({
        description: `The maximum number of entries to return, 1 to ${MAX_MISSES}; ${MAX_MISSES} by default.`,
      }),
    },
    resolve: (_, { first }, context) => listSearchMisses(context, first),
  }),
)
