import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { EXAMPLE_PRODUCT_ID } from '../rest/example-ids.ts'
import { route } from '../rest/route.ts'

const WishlistItem = z
  .object({
    id: z.uuid().meta({ description: 'The product’s id.' }),
    name: z.string(),
    price: z.number().meta({ description: 'In main currency units.' }),
    sale_price: z.number().nullable().meta({ description: 'In main currency units; null when it is not on sale.' }),
    currency: z.string(),
    images: z.array(z.string()),
  })
  .meta({ id: 'WishlistItem', description: 'A product that a customer would like to have.' })

const done = z.object({ success: z.boolean() })

export const listWishlist = route({
  method: 'GET',
  path: '/api/sites/:subdomain/wishlist',
  summary: 'The products that the customer wishes for, the last added first.',
  description: 'At most 200 products.',
  token: 'required',
  operation: graphql(`query RestWishlist {
    me { wishlist(first: 200) { nodes { id name price sale_price: salePrice currency images } } }
  }`),
  variables: () => ({}),
  response: z.object({ wishlist: z.array(WishlistItem).max(200) }),
  example: {
    answer: {
      wishlist: [
        {
          id: EXAMPLE_PRODUCT_ID,
          name: 'Assam',
          price: 499,
          sale_price: 399.5,
          currency: 'INR',
          images: ['http://localhost:4000/pictures/assam.svg', 'http://localhost:4000/pictures/assam-leaf.svg'],
        },
      ],
    },
  },
  answer: ({ me }) => ({ wishlist: me.wishlist.nodes }),
  problems: ['UNAUTHENTICATED'],
})

export const addToWishlist = route({
  method: 'POST',
  path: '/api/sites/:subdomain/wishlist/:productId',
  summary: 'Puts a product on the customer’s wishlist; succeeds also when it is there already.',
  description: 'A product is at most once on a wishlist.',
  token: 'required',
  operation: graphql(`mutation RestAddToWishlist($productId: ID!) { addToWishlist(productId: $productId) }`),
  variables: ({ params }) => ({ productId: params.productId }),
  response: done,
  example: { productId: EXAMPLE_PRODUCT_ID, answer: { success: true } },
  answer: ({ addToWishlist }) => ({ success: addToWishlist }),
  problems: ['UNAUTHENTICATED', 'NOT_FOUND'],
})

export const removeFromWishlist = route({
  method: 'DELETE',
  path: '/api/sites/:subdomain/wishlist/:productId',
  summary: 'Takes a product off the customer’s wishlist; succeeds also when it is not there.',
  description: 'What was never there is gone as well.',
  token: 'required',
  operation: graphql(`mutation RestRemoveFromWishlist($productId: ID!) { removeFromWishlist(productId: $productId) }`),
  variables: ({ params }) => ({ productId: params.productId }),
  response: done,
  example: { productId: EXAMPLE_PRODUCT_ID, answer: { success: true } },
  answer: ({ removeFromWishlist }) => ({ success: removeFromWishlist }),
  problems: ['UNAUTHENTICATED'],
})
