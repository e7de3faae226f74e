import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { reviewInput } from './review-input.ts'

const Review = z.object({
  id: z.uuid(),
  reviewer_name: z.string(),
  rating: z.int().min(1).max(5),
  title: z.string(),
  body: z.string(),
  verified: z.boolean().meta({ description: 'A customer who has bought the product wrote it.' }),
  created_at: z.iso.datetime(),
})

export const listReviews = route({
  method: 'GET',
  path: '/api/sites/:subdomain/reviews/:productId',
  summary: 'The approved reviews of a product, newest first.',
  operation: graphql(`query RestReviews($productId: ID!) {
    product(id: $productId) {
      reviews(first: 100) {
        nodes { id reviewer_name: reviewerName rating title body verified created_at: createdAt }
      }
      reviewSummary { count average }
    }
  }`),
  variables: ({ params }) => ({ productId: params.productId }),
  response: z.object({ reviews: z.array(Review).max(100), count: z.int(), average: z.number() }),
  answer: ({ product }) => ({ reviews: product.reviews.nodes, ...product.reviewSummary }),
  absent: { reviews: [], count: 0, average: 0 },
  messages: { INTERNAL_SERVER_ERROR: 'Failed to load reviews' },
})

export const submitReview = route({
  method: 'POST',
  path: '/api/sites/:subdomain/reviews/:productId',
  summary: 'Submits a review; it is public once the owner has approved it.',
  token: 'optional',
  operation: graphql(`mutation RestSubmitReview($productId: ID!, $input: ReviewInput!) {
    submitReview(productId: $productId, input: $input) { id created_at: createdAt verified }
  }`),
  body: reviewInput,
  variables: ({ params, body }) => ({ productId: params.productId, input: body }),
  response: z.object({ success: z.boolean(), id: z.uuid(), created_at: z.iso.datetime(), verified: z.boolean() }),
  answer: ({ submitReview }) => ({ success: true, ...submitReview }),
  problems: ['BAD_USER_INPUT', 'NOT_FOUND'],
})
