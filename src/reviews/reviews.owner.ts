import { queryFromInfo } from '@pothos/plugin-prisma'
import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { listStoreReviews } from './list-store-reviews.ts'
import { approveReview, rejectReview } from './moderate-review.ts'
import { ReviewStatus as Statuses } from './review-status.ts'

const ReviewStatus = ownerBuilder.enumType('ReviewStatus', {
  description: 'What became of a review.',
  values: {
    [Statuses.PENDING]: { description: 'It waits for the owner’s word.' },
    [Statuses.APPROVED]: { description: 'Everybody sees it.' },
    [Statuses.REJECTED]: { description: 'Nobody but the owner sees it.' },
  } as const,
})

const Review = ownerBuilder.prismaObject('Review', {
  description: 'What a shopper says about a product.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the review in its store.' }),
    productId: t.exposeID('productId', { description: 'The product that it is about.' }),
    customerId: t.exposeID('customerId', { nullable: true, description: 'The customer who wrote it; null: a guest.' }),
    product: t.relation('product', { description: 'That product, in the shop or not.' }),
    customer: t.relation('customer', { nullable: true, description: 'That customer, as they are now.' }),
    reviewerName: t.exposeString('reviewerName', { description: 'Who wrote it.' }),
    rating: t.exposeInt('rating', { description: '1 (bad) to 5 (good).' }),
    title: t.exposeString('title', { description: 'Its heading; empty when it has none.' }),
    body: t.exposeString('body', { description: 'What it says.' }),
    verified: t.exposeBoolean('verified', { description: 'Whether a customer who has bought the product wrote it.' }),
    status: t.expose('status', { type: ReviewStatus, description: 'What became of it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
    moderatedAt: t.expose('moderatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the owner last decided; null while it waits.',
    }),
  }),
})

const ReviewConnection = ownerBuilder.connectionObject(
  { type: Review, name: 'ReviewConnection', description: 'A page of reviews.' },
  { name: 'ReviewEdge', description: 'A review with its place in the list.' },
)

ownerBuilder.queryField('reviews', (t) =>
  t.field({
    type: ReviewConnection,
    nullable: true,
    description: 'The reviews, newest first.',
    complexity: ownerPageCost,
    args: {
      status: t.arg({ type: ReviewStatus, description: 'Only those of which this became.' }),
      productId: t.arg.id({ description: 'Only those of this product.' }),
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
    type: Review,
    nullable: true,
    description: 'Shows a review to everybody. Doing it again changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (_, { id }, context) => approveReview(context, id),
  }),
  rejectReview: t.field({
    type: Review,
    nullable: true,
    description: 'Keeps a review from the public, also one that was approved before. Doing it again changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (_, { id }, context) => rejectReview(context, id),
  }),
}))
