import { ownerBuilder } from '../graphql/schema/owner-builder.ts'
import { reviewSummary } from './review-summary.ts'

const ReviewSummary = ownerBuilder.objectRef<ReturnType<typeof reviewSummary>>('ReviewSummary').implement({
  description: 'A summary of the approved reviews of a product.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The number of approved reviews.' }),
    average: t.exposeFloat('average', {
      description: 'The average rating with at most 2 decimals; 0 if there are no reviews.',
    }),
  }),
})

ownerBuilder.prismaObjectFields('Product', (t) => ({
  reviewSummary: t.field({
    type: ReviewSummary,
    description: 'A summary of the approved reviews.',
    resolve: (product) => reviewSummary(product),
  }),
}))
