import { z } from 'zod'
import { EXAMPLE_PRODUCT_ID } from '../../api/rest/examples.ts'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { nextOf, nextPage, pageQuery, pageVariables } from '../../platform/input/query-values.ts'
import { asListed, include, includeVariables } from '../catalog/included.ts'
import { exampleProduct, WishlistItem } from '../catalog/product-answer.ts'
import { MAX_WISHLIST } from './list-wishlist.sql.ts'

const done = z.object({ success: z.boolean() })

export const listWishlist = route({
  method: 'GET',
  path: '/api/sites/:subdomain/wishlist',
  summary: 'Lists the products on the customer’s wishlist, last added first.',
  description: 'At most 200 per page.',
  token: 'required',
  operation: graphql(`query RestWishlist(
    $first: Int!, $after: String, $withAvailable: Boolean!, $withVariants: Boolean!, $withMedia: Boolean!
  ) {
    me {
      wishlist(first: $first, after: $after) {
        nodes { ...RestWishFields ...RestIncludedFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`),
  query: z.object({ ...pageQuery(MAX_WISHLIST), include }),
  variables: ({ query }) => ({ ...pageVariables(query, MAX_WISHLIST), ...includeVariables(query.include) }),
  response: z.object({ wishlist: z.array(WishlistItem).max(MAX_WISHLIST), next: nextPage }),
  example: {
    answer: {
      wishlist: [WishlistItem.parse({ id: EXAMPLE_PRODUCT_ID, ...exampleProduct })],
      next: null,
    },
  },
  toResponse: ({ me: { wishlist } }) => ({ wishlist: wishlist.nodes.map(asListed), next: nextOf(wishlist.pageInfo) }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED'],
})

export const addToWishlist = route({
  method: 'POST',
  path: '/api/sites/:subdomain/wishlist/:productId',
  summary: 'Adds a product to the customer’s wishlist.',
  description: 'It also succeeds if the product is already on the wishlist.',
  token: 'required',
  operation: graphql(`mutation RestAddToWishlist($productId: ID!) { addToWishlist(productId: $productId) }`),
  variables: ({ params }) => ({ productId: params.productId }),
  response: done,
  example: { productId: EXAMPLE_PRODUCT_ID, answer: { success: true } },
  toResponse: ({ addToWishlist }) => ({ success: addToWishlist }),
  problems: ['UNAUTHENTICATED', 'NOT_FOUND'],
})

export const removeFromWishlist = route({
  method: 'DELETE',
  path: '/api/sites/:subdomain/wishlist/:productId',
  summary: 'Removes a product from the customer’s wishlist.',
  description: 'It also succeeds if the product is not on the wishlist.',
  token: 'required',
  operation: graphql(`mutation RestRemoveFromWishlist($productId: ID!) { removeFromWishlist(productId: $productId) }`),
  variables: ({ params }) => ({ productId: params.productId }),
  response: done,
  example: { productId: EXAMPLE_PRODUCT_ID, answer: { success: true } },
  toResponse: ({ removeFromWishlist }) => ({ success: removeFromWishlist }),
  problems: ['UNAUTHENTICATED'],
})
