import { builder } from '../../../api/graphql/schema/builder.ts'
import { type Subunits, toMainUnits } from '../../../platform/money.ts'
import { pageCost } from '../../../platform/pagination.ts'
import { MAX_SEARCH } from '../../../shared/product-list.ts'
import { pictureAt } from '../pictures.ts'
import { MAX_SUGGESTIONS, suggest } from './suggest.ts'
import type { Suggestion } from './words.sql.ts'

const Kind = builder.enumType('SuggestionKind', {
  description: 'The kind of a suggestion.',
  values: {
    PRODUCT: { description: 'A product.' },
    CATEGORY: { description: 'A category.' },
  } as const,
})

const amountOrNull = (amount: Subunits | null, currency: string) =>
  amount === null ? null : toMainUnits(amount, currency)

const SuggestionType = builder.objectRef<Suggestion>('Suggestion').implement({
  description: 'A suggestion that completes what is being typed.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind, description: 'The kind of the suggestion.' }),
    text: t.exposeString('text', { description: 'The name of the category or product.' }),
    slug: t.exposeString('slug', {
      nullable: true,
      description: 'The slug of the product; null for a category.',
    }),
    picture: t.field({
      type: 'ProductMedia',
      nullable: true,
      failure: 'Failed to load suggestions',
      description: 'The first picture of the product; null if there is none, and for a category.',
      resolve: ({ picture }) => (picture === null ? null : pictureAt(picture)),
    }),
    priceFrom: t.float({
      nullable: true,
      description: 'The lowest current price of the product in main currency units; null for a category.',
      resolve: ({ priceFrom }, _, { store }) => amountOrNull(priceFrom, store.currency),
    }),
    priceTo: t.float({
      nullable: true,
      description: 'The highest current price of the product in main currency units; null for a category.',
      resolve: ({ priceTo }, _, { store }) => amountOrNull(priceTo, store.currency),
    }),
  }),
})

builder.queryField('suggest', (t) =>
  t.field({
    type: [SuggestionType],
    nullable: true,
    description:
      'The names of categories and products that complete what is being typed, categories first, and products that are sold out last.',
    selling: true,
    failure: 'Failed to load suggestions',
    public: true,
    complexity: pageCost(MAX_SUGGESTIONS),
    args: {
      q: t.arg.string({ required: true, description: `The text typed so far, at most ${MAX_SEARCH} characters.` }),
      first: t.arg.int({
        description: `The maximum number of entries to return, 1 to ${MAX_SUGGESTIONS}; ${MAX_SUGGESTIONS} by default.`,
      }),
    },
    resolve: (_, args, context) => suggest(context, args),
  }),
)
