import { ownerBuilder } from '../gateway/owner-builder.ts'
import { reviewSummary } from './review-summary.ts'

const ReviewSummary = ownerBuilder.objectRef<ReturnType<typeof reviewSummary>>('ReviewSummary').implement({
  description: 'What all approved reviews of a product come to.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many there are.' }),
    average: t.exposeFloat('average', {
      description: 'Their mean rating with at most 2 decimals; 0 when there are none.',
    }),
  }),
})

ownerBuilder.prismaObjectFields('Product', (t) => ({
  reviewSummary: t.field({
    type: ReviewSummary,
    description: 'What its reviews come to.',
    resolve: (product) => reviewSummary(product),
  }),
}))
