import { builder } from '../../api/graphql/schema/builder.ts'
import { pageCost } from '../../platform/pagination.ts'
import { findReviews, listReviews, MAX_REVIEWS, type ReviewPage, reviewSummary } from './list-reviews.ts'
import type { ShownReview } from './reviews.sql.ts'
import { submitReview } from './submit-review.ts'

const Review = builder.objectRef<ShownReview>('Review').implement({
  description: 'An approved review of a product.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the review, unique within the store.' }),
    reviewerName: t.exposeString('reviewerName', { description: 'The name of the reviewer.' }),
    rating: t.exposeInt('rating', { description: 'From 1 (worst) to 5 (best).' }),
    title: t.exposeString('title', { description: 'The title; empty if there is none.' }),
    body: t.exposeString('body', { description: 'The text of the review.' }),
    verified: t.exposeBoolean('verified', {
      description: 'Whether the reviewer is a customer who has bought the product.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
  }),
})

const ReviewSummary = builder.objectRef<{ count: number; average: number }>('ReviewSummary').implement({
  description: 'A summary of the approved reviews of a product.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'The number of approved reviews.' }),
    average: t.exposeFloat('average', {
      description: 'The average rating with at most 2 decimals; 0 if there are no reviews.',
    }),
  }),
})

const ReviewConnection = builder.connectionObject(
  { type: Review, name: 'ReviewConnection', description: 'A page of reviews.' },
  { name: 'ReviewEdge', description: 'A review and its cursor.' },
)

builder.objectField(ReviewConnection, 'summary', (t) =>
  t.field({
    type: ReviewSummary,
    description: 'A summary of all approved reviews of the product.',
    // Connections of reviews come from `listReviews` and `findReviews`.
    resolve: (page) => (page as unknown as ReviewPage).summary,
  }),
)

const pageArgs = builder.args((t) => ({
  first: t.int({
    description: `The maximum number of entries to return, 1 to ${MAX_REVIEWS}; ${MAX_REVIEWS} by default.`,
  }),
  after: t.string({ description: 'Return the entries after this cursor.' }),
}))

const loading = { failure: 'Failed to load reviews', complexity: pageCost(MAX_REVIEWS) } as const

const rating = {
  type: ReviewSummary,
  description: 'The average rating and the number of reviews.',
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
    description: 'The approved reviews of the product, newest first.',
    ...loading,
    args: pageArgs,
    resolve: (product, args, context) => listReviews(context, product, args),
  }),
}))

builder.queryField('reviews', (t) =>
  t.field({
    type: ReviewConnection,
    nullable: true,
    description: 'The approved reviews of an active product, newest first; null if there is no such product.',
    ...loading,
    selling: true,
    public: true,
    args: { productId: t.arg.id({ required: true, description: 'The ID of the product.' }), ...pageArgs },
    resolve: (_, args, context) => findReviews(context, args),
  }),
)

const ReviewInput = builder.inputType('ReviewInput', {
  description: 'A review to submit.',
  fields: (t) => ({
    rating: t.int({ required: true, description: 'From 1 (worst) to 5 (best).' }),
    body: t.string({ required: true, description: 'The text, 5 to 2000 characters.' }),
    title: t.string({ description: 'The title, at most 200 characters.' }),
    name: t.string({
      description:
        'The name of the reviewer, `Anonymous` by default. For a logged-in customer, the name of the account is used instead.',
    }),
  }),
})

builder.mutationField('submitReview', (t) =>
  t.field({
    type: Review,
    nullable: true,
    description: 'Submits a review of a product. It is published once the owner approves it.',
    selling: true,
    limit: 'review',
    failure: 'Failed to submit review',
    args: {
      productId: t.arg.id({ required: true, description: 'The ID of the product.' }),
      input: t.arg({ type: ReviewInput, required: true, description: 'The review.' }),
    },
    resolve: (_, { productId, input }, context) => submitReview(context, productId, input),
  }),
)
