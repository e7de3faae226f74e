import { z } from 'zod'
import { EXAMPLE_PRODUCT_ID } from '../../api/rest/examples.ts'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { nextOf, nextPage, pageQuery, pageVariables } from '../../platform/input/query-values.ts'
import { MAX_REVIEWS } from './list-reviews.ts'
import { reviewInput } from './submit-review.ts'

const Review = z
  .object({
    id: z.uuid(),
    reviewer_name: z.string(),
    rating: z.int().min(1).max(5),
    title: z.string(),
    body: z.string(),
    verified: z.boolean().meta({ description: 'Whether the reviewer is a customer who has bought the product.' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Review', description: 'A review of a product.' })

export const listReviews = route({
  method: 'GET',
  path: '/api/sites/:subdomain/reviews/:productId',
  summary: 'Lists the approved reviews of a product, newest first.',
  description:
    'At most 100 per page. `count` and `average` cover all approved reviews. The list is empty if the product does not exist.',
  operation: graphql(`query RestReviews($productId: ID!, $first: Int!, $after: String) {
    reviews(productId: $productId, first: $first, after: $after) {
      nodes { id reviewer_name: reviewerName rating title body verified created_at: createdAt }
      summary { count average }
      pageInfo { hasNextPage endCursor }
    }
  }`),
  query: z.object(pageQuery(MAX_REVIEWS)),
  variables: ({ params, query }) => ({ productId: params.productId, ...pageVariables(query, MAX_REVIEWS) }),
  response: z.object({
    reviews: z.array(Review).max(MAX_REVIEWS),
    count: z.int(),
    average: z.number(),
    next: nextPage,
  }),
  example: {
    productId: EXAMPLE_PRODUCT_ID,
    answer: {
      reviews: [
        {
          id: '01980f5e-7c44-7a90-b1d7-5e8f3c2a6b05',
          reviewer_name: 'Ravi',
          rating: 5,
          title: 'Malty',
          body: 'Strong and bright.',
          verified: false,
          created_at: '2026-01-31T09:30:00.000Z',
        },
      ],
      count: 3,
      average: 4.67,
      next: null,
    },
  },
  toResponse: ({ reviews: { nodes, summary, pageInfo } }) => ({ reviews: nodes, ...summary, next: nextOf(pageInfo) }),
  whenEmpty: { reviews: [], count: 0, average: 0, next: null },
  problems: ['BAD_USER_INPUT'],
})

export const submitReview = route({
  method: 'POST',
  path: '/api/sites/:subdomain/reviews/:productId',
  summary: 'Submits a review, which is published once the owner approves it.',
  description:
    'With a customer’s token, the review carries the customer’s name and is `verified` if the customer has bought the product.',
  token: 'optional',
  operation: graphql(`mutation RestSubmitReview($productId: ID!, $input: ReviewInput!) {
    submitReview(productId: $productId, input: $input) { id created_at: createdAt verified }
  }`),
  body: reviewInput,
  variables: ({ params, body }) => ({ productId: params.productId, input: body }),
  response: z.object({ success: z.boolean(), id: z.uuid(), created_at: z.iso.datetime(), verified: z.boolean() }),
  example: {
    productId: EXAMPLE_PRODUCT_ID,
    body: { rating: 5, title: 'Every morning', body: 'Malty, strong, good with milk.', name: 'Kabir' },
    answer: {
      success: true,
      id: '01980f5e-9d20-7e33-92c6-7a1b4d8e5f06',
      created_at: '2026-01-31T09:30:00.000Z',
      verified: false,
    },
  },
  toResponse: ({ submitReview }) => ({ success: true, ...submitReview }),
  problems: ['BAD_USER_INPUT', 'NOT_FOUND'],
})
