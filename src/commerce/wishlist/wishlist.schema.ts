import { builder } from '../../api/graphql/schema/builder.ts'
import { pageCost } from '../../platform/pagination.ts'
import { addToWishlist, removeFromWishlist } from './change-wishlist.ts'
import { listWishlist, MAX_WISHLIST } from './list-wishlist.sql.ts'

const WishlistConnection = builder.connectionObject(
  { type: 'Product', name: 'WishlistConnection', description: 'A page of a wishlist.' },
  { name: 'WishlistEdge', description: 'A product on a wishlist and its cursor.' },
)

builder.objectField('Customer', 'wishlist', (t) =>
  t.field({
    type: WishlistConnection,
    description: 'The products on the customer’s wishlist that are for sale now, last added first.',
    selling: true,
    failure: 'Failed to load wishlist',
    complexity: pageCost(MAX_WISHLIST),
    args: {
      first: t.arg.int({
        description: `The maximum number of entries to return, 1 to ${MAX_WISHLIST}; ${MAX_WISHLIST} by default.`,
      }),
      after: t.arg.string({ description: 'Return the entries after this cursor.' }),
    },
    resolve: (customer, args, context) => listWishlist(context, customer, args),
  }),
)

builder.mutationFields((t) => ({
  addToWishlist: t.boolean({
    nullable: true,
    description: 'Adds a product to the customer’s wishlist. Returns true, even if it is already on it.',
    selling: true,
    failure: 'Failed to change the wishlist',
    args: { productId: t.arg.id({ required: true, description: 'The ID of the product.' }) },
    resolve: (_, { productId }, context) => addToWishlist(context, productId),
  }),
  removeFromWishlist: t.boolean({
    nullable: true,
    description: 'Removes a product from the customer’s wishlist. Returns true, even if it is not on it.',
    selling: true,
    failure: 'Failed to change the wishlist',
    args: { productId: t.arg.id({ required: true, description: 'The ID of the product.' }) },
    resolve: (_, { productId }, context) => removeFromWishlist(context, productId),
  }),
}))
