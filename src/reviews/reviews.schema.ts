import { builder } from '../gateway/builder.ts'
import { pageCost } from '../platform/pagination.ts'
import { findReviews, listReviews, MAX_REVIEWS, type ReviewPage, type ShownReview } from './list-reviews.ts'
import { reviewSummary } from './review-summary.ts'
import { submitReview } from './submit-review.ts'

const Review = builder.objectRef<ShownReview>('Review').implement({
  description: 'What a shopper says about a product, once the owner has approved it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the review in its store.' }),
    reviewerName: t.exposeString('reviewerName', { description: 'Who wrote it.' }),
    rating: t.exposeInt('rating', { description: '1 (bad) to 5 (good).' }),
    title: t.exposeString('title', { description: 'Its heading; empty when it has none.' }),
    body: t.exposeString('body', { description: 'What it says.' }),
    verified: t.exposeBoolean('verified', { description: 'Whether a customer who has bought the product wrote it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
  }),
})

const ReviewSummary = builder.objectRef<{ count: number; average: number }>('ReviewSummary').implement({
  description: 'What all approved reviews of a product come to.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many there are.' }),
    average: t.exposeFloat('average', {
      description: 'Their mean rating with at most 2 decimals; 0 when there are none.',
    }),
  }),
})

const ReviewConnection = builder.connectionObject(
  { type: Review, name: 'ReviewConnection', description: 'A page of reviews.' },
  { name: 'ReviewEdge', description: 'A review with its place in the list.' },
)

builder.objectField(ReviewConnection, 'summary', (t) =>
  t.field({
    type: ReviewSummary,
    description: 'What all approved reviews of the product come to.',
    // Connections of reviews come from `listReviews` and `findReviews`, which both give it.
    resolve: (page) => (page as unknown as ReviewPage).summary,
  }),
)

const pageArgs = builder.args((t) => ({
  first: t.int({ description: `How many at most, 1 to ${MAX_REVIEWS}; ${MAX_REVIEWS} when left out.` }),
  after: t.string({ description: 'Continue behind this cursor.' }),
}))

const loading = { failure: 'Failed to load reviews', complexity: pageCost(MAX_REVIEWS) } as const

const rating = {
  type: ReviewSummary,
  description: 'Its mean rating, and of how many reviews.',
  resolve: reviewSummary,
}

builder.objectFields('RelatedProduct', (t) => ({ rating: t.field(rating) }))

builder.objectFields('Product', (t) => ({
  rating: t.field(rating),
  reviewSummary: t.field({
    type: ReviewSummary,
    description: 'The same as `rating`.',
    resolve: (product) => reviewSummary(product),
  }),
  reviews: t.field({
    type: ReviewConnection,
    description: 'Its approved reviews, newest first.',
    ...loading,
    args: pageArgs,
    resolve: (product, args, context) => listReviews(context, product, args),
  }),
}))

builder.queryField('reviews', (t) =>
  t.field({
    type: ReviewConnection,
    nullable: true,
    description: 'The approved reviews of an active product, newest first. Null when there is no such product.',
    ...loading,
    behindPassword: true,
    shared: true,
    args: { productId: t.arg.id({ required: true, description: 'Which product.' }), ...pageArgs },
    resolve: (_, args, context) => findReviews(context, args),
  }),
)

const ReviewInput = builder.inputType('ReviewInput', {
  description: 'A review to submit.',
  fields: (t) => ({
    rating: t.int({ required: true, description: '1 (bad) to 5 (good).' }),
    body: t.string({ required: true, description: 'What it says, 5 to 2000 characters.' }),
    title: t.string({ description: 'A heading, at most 200 characters.' }),
    name: t.string({ description: 'Who writes, `Anonymous` when left out; a customer’s own name is taken instead.' }),
  }),
})

builder.mutationField('submitReview', (t) =>
  t.field({
    type: Review,
    nullable: true,
    description: 'Submits a review of a product; it waits for the owner’s approval.',
    behindPassword: true,
    limit: 'review',
    failure: 'Failed to submit review',
    args: {
      productId: t.arg.id({ required: true, description: 'Which product.' }),
      input: t.arg({ type: ReviewInput, required: true, description: 'The review.' }),
    },
    resolve: (_, { productId, input }, context) => submitReview(context, productId, input),
  }),
)
