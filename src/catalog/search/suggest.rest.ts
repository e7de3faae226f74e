import { z } from 'zod'
import { graphql } from '../../generated/operations/index.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { firstOf } from '../../platform/input/query-values.ts'
import { route } from '../../rest/route.ts'
import { MAX_SEARCH } from './product-filter.ts'
import { MAX_SUGGESTIONS } from './suggest.ts'

export const suggest = route({
  method: 'GET',
  path: '/api/sites/:subdomain/suggest',
  summary: 'Suggests names of categories and products while the visitor is typing.',
  description: 'Categories come first, then products by relevance. There are no suggestions for blank text.',
  operation: graphql(`query RestSuggest($q: String!, $first: Int) {
    suggest(q: $q, first: $first) { kind text slug }
  }`),
  query: z.object({
    q: labelledText({ label: 'q', max: MAX_SEARCH, trim: true })
      .default('')
      .meta({ description: 'The text typed so far.' }),
    first: firstOf(MAX_SUGGESTIONS),
  }),
  variables: ({ query }) => ({ q: query.q, first: query.first ?? null }),
  response: z.object({
    suggestions: z
      .array(
        z.object({
          kind: z.enum(['product', 'category']),
          text: z.string(),
          slug: z.string().nullable().meta({ description: 'The slug of the product; null for a category.' }),
        }),
      )
      .max(MAX_SUGGESTIONS),
  }),
  example: {
    query: { q: 'oolo', first: 2 },
    answer: {
      suggestions: [
        { kind: 'category', text: 'Oolong tea', slug: null },
        { kind: 'product', text: 'Darjeeling Oolong', slug: 'darjeeling-oolong' },
      ],
    },
  },
  toResponse: ({ suggest }) => ({
    suggestions: suggest.map(({ kind, ...rest }) => ({
      ...rest,
      kind: kind === 'PRODUCT' ? ('product' as const) : ('category' as const),
    })),
  }),
  problems: ['BAD_USER_INPUT'],
})
