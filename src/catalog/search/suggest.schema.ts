import { builder } from '../../gateway/builder.ts'
import { pageCost } from '../../platform/pagination.ts'
import { MAX_SEARCH } from './product-filter.ts'
import { MAX_SUGGESTIONS, type Suggestion, suggest } from './suggest.ts'

const Kind = builder.enumType('SuggestionKind', {
  description: 'What is suggested.',
  values: {
    PRODUCT: { description: 'The name of a product.' },
    CATEGORY: { description: 'A category.' },
  } as const,
})

const SuggestionType = builder.objectRef<Suggestion>('Suggestion').implement({
  description: 'What may be meant by what is being typed.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind, description: 'What it is.' }),
    text: t.exposeString('text', { description: 'Its name.' }),
    slug: t.exposeString('slug', {
      nullable: true,
      description: 'The product’s name for addresses; null for a category.',
    }),
  }),
})

builder.queryField('suggest', (t) =>
  t.field({
    type: [SuggestionType],
    nullable: true,
    description: 'Names of categories and products that complete what is being typed, categories first.',
    behindPassword: true,
    failure: 'Failed to load suggestions',
    public: true,
    complexity: pageCost(MAX_SUGGESTIONS),
    args: {
      q: t.arg.string({ required: true, description: `What is typed so far, at most ${MAX_SEARCH} characters.` }),
      first: t.arg.int({
        description: `The maximum number of entries to return, 1 to ${MAX_SUGGESTIONS}; ${MAX_SUGGESTIONS} by default.`,
      }),
    },
    resolve: (_, args, context) => suggest(context, args),
  }),
)
