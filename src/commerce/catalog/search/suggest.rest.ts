import { z } from 'zod'
import { route } from '../../../api/rest/route.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { firstOf } from '../../../platform/input/query-values.ts'
import { MAX_SEARCH } from '../../../shared/product-list.ts'
import { exampleMedia, Media } from '../product-answer.ts'
import { MAX_SUGGESTIONS } from './suggest.ts'

const price = z.number().nullable()

export const suggest = route({
  method: 'GET',
  path: '/api/sites/:subdomain/suggest',
  summary: 'Suggests names of categories and products while the visitor is typing.',
  description: 'Categories come first, then products by relevance. There are no suggestions for blank text.',
  operation: graphql(`query RestSuggest($q: String!, $first: Int) {
    suggest(q: $q, first: $first) { kind text slug picture { ...RestPictureFields } price_from: priceFrom price_to: priceTo }
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
          picture: Media.nullable().meta({
            description: 'The first picture of the product; null if there is none, and for a category.',
          }),
          price_from: price.meta({
            description: 'The lowest current price of the product in main currency units; null for a category.',
          }),
          price_to: price.meta({
            description: 'The highest current price of the product in main currency units; null for a category.',
          }),
        }),
      )
      .max(MAX_SUGGESTIONS),
  }),
  example: {
    query: { q: 'oolo', first: 2 },
    answer: {
      suggestions: [
        { kind: 'category', text: 'Oolong tea', slug: null, picture: null, price_from: null, price_to: null },
        {
          ...{ kind: 'product', text: 'Jin Xuan Milk Oolong', slug: 'milk-oolong', price_from: 486, price_to: 486 },
          picture: { ...exampleMedia, url: 'http://localhost:4000/pictures/milk-oolong.svg' },
        },
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
