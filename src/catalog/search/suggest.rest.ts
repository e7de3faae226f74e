import { z } from 'zod'
import { graphql } from '../../generated/operations/index.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { route } from '../../rest/route.ts'
import { MAX_SEARCH } from './product-filter.ts'
import { MAX_SUGGESTIONS } from './suggest.ts'

const FIRST = `first must be between 1 and ${MAX_SUGGESTIONS}`

export const suggest = route({
  method: 'GET',
  path: '/api/sites/:subdomain/suggest',
  summary: 'Names of categories and products that complete what is being typed.',
  description: 'Categories first, then products by how well they fit. Blank text has no suggestions.',
  operation: graphql(`query RestSuggest($q: String!, $first: Int) {
    suggest(q: $q, first: $first) { kind text slug }
  }`),
  query: z.object({
    q: labelledText({ label: 'q', max: MAX_SEARCH, trim: true })
      .default('')
      .meta({ description: 'What is typed so far.' }),
    first: z
      .preprocess(
        (value) =>
          value === '' ? undefined : typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
        z.int({ error: FIRST }).min(1, { error: FIRST }).max(MAX_SUGGESTIONS, { error: FIRST }).optional(),
      )
      .meta({ description: `How many at most; ${MAX_SUGGESTIONS} when left out.` }),
  }),
  variables: ({ query }) => ({ q: query.q, first: query.first ?? null }),
  response: z.object({
    suggestions: z
      .array(
        z.object({
          kind: z.enum(['product', 'category']),
          text: z.string(),
          slug: z.string().nullable().meta({ description: 'Of a product.' }),
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
  answer: ({ suggest }) => ({
    suggestions: suggest.map(({ kind, ...rest }) => ({
      ...rest,
      kind: kind === 'PRODUCT' ? ('product' as const) : ('category' as const),
    })),
  }),
  problems: ['BAD_USER_INPUT'],
})
