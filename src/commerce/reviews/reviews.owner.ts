import { queryFromInfo } from '@pothos/plugin-prisma'
import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { listStoreReviews, reviewSummary } from './list-reviews.ts'
import { approveReview, rejectReview, reopenReview, ReviewStatus as Statuses } from './moderate-review.ts'

const ReviewStatus = ownerBuilder.enumType('ReviewStatus', {
  description: 'The moderation status of a review.',
  values: {
    [Statuses.PENDING]: { description: 'Awaiting approval by the owner.' },
    [Statuses.APPROVED]: { description: 'Approved and public.' },
    [Statuses.REJECTED]: { description: 'Rejected: visible only to the owner.' },
  } as const,
})

const Review = ownerBuilder.prismaObject('Review', {
  scope: 'catalogue',
  description: 'A shopper’s review of a product.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the review, unique within the store.' }),
    productId: t.exposeID('productId', { description: 'The ID of the product.' }),
    customerId: t.exposeID('customerId', {
      nullable: true,
      description: 'The ID of the customer who wrote it; null for a guest.',
    }),
    product: t.relation('product', { description: 'The product, active or archived.' }),
    customer: t.relation('customer', {
      nullable: true,
      description: 'The customer with their current details; null for a guest.',
    }),
    reviewerName: t.exposeString('reviewerName', { description: 'The name of the reviewer.' }),
    rating: t.exposeInt('rating', { description: 'From 1 (worst) to 5 (best).' }),
    title: t.exposeString('title', { description: 'The title; empty if there is none.' }),
    body: t.exposeString('body', { description: 'The text of the review.' }),
    verified: t.exposeBoolean('verified', {
      description: 'Whether the reviewer is a customer who has bought the product.',
    }),
    status: t.expose('status', { type: ReviewStatus, description: 'The moderation status.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
    moderatedAt: t.expose('moderatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the owner last approved or rejected it; null while it is pending.',
    }),
  }),
})

const ReviewConnection = ownerBuilder.connectionObject(
  { type: Review, name: 'ReviewConnection', scope: 'catalogue', description: 'A page of reviews.' },
  { name: 'ReviewEdge', scope: 'catalogue', description: 'A review and its cursor.' },
)

ownerBuilder.queryField('reviews', (t) =>
  t.field({
    scope: 'catalogue',
    type: ReviewConnection,
    nullable: true,
    description: 'The reviews of the store, newest first.',
    complexity: ownerPageCost,
    args: {
      status: t.arg({ type: ReviewStatus, description: 'Only reviews with this status.' }),
      productId: t.arg.id({ description: 'Only reviews of this product.' }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) =>
      listStoreReviews(
        context,
        withAsksCount(args, info),
        queryFromInfo({ context, info, typeName: 'Review', paths: [['nodes'], ['edges', 'node']] }),
      ),
  }),
)

ownerBuilder.mutationFields((t) => ({
  approveReview: t.field({
    scope: 'catalogue',
    type: Review,
    nullable: true,
    description: 'Approves a review, which makes it public. Repeating it changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the review.' }) },
    resolve: (_, { id }, context) => approveReview(context, id),
  }),
  rejectReview: t.field({
    scope: 'catalogue',
    type: Review,
    nullable: true,
    description:
      'Rejects a review, which hides it from the public even if it was approved before. Repeating it changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the review.' }) },
    resolve: (_, { id }, context) => rejectReview(context, id),
  }),
  reopenReview: t.field({
    scope: 'catalogue',
    type: Review,
    nullable: true,
    description:
      'Makes an approved or rejected review pending again, which hides it from the public. Repeating it changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the review.' }) },
    resolve: (_, { id }, context) => reopenReview(context, id),
  }),
}))

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
