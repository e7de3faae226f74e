import { graphql } from '../../../generated/operations/index.ts'
import { form } from '../http/personal/form.ts'
import { review } from './review.personal.tsx'

/** The operation says what is wrong with 0. */
const ratingOf = (text: string | undefined): number => (text && /^[1-5]$/.test(text) ? Number(text) : 0)

export const sendReview = form({
  path: '/shop/:subdomain/p/:idOrSlug/review',
  operation: graphql(`mutation ShopReview($id: ID!, $input: ReviewInput!) {
    submitReview(productId: $id, input: $input) { id }
  }`),
  variables: ({ fields: { id = '', rating, title, body = '', name } }) => ({
    id,
    input: { rating: ratingOf(rating), title: title || null, body, name: name || null },
  }),
  page: review,
  next: () => '/thanks/review',
})
