import { graphql } from '../../../../generated/operations/index.ts'
import { form } from '../../http/personal/form.ts'
import { wishlist } from './wishlist.personal.tsx'

export const wish = form({
  path: '/shop/:subdomain/account/wishlist',
  operation: graphql(`mutation ShopWish($id: ID!, $isRemoved: Boolean!) {
    addToWishlist(productId: $id) @skip(if: $isRemoved)
    removeFromWishlist(productId: $id) @include(if: $isRemoved)
  }`),
  variables: ({ fields: { id = '', remove } }) => ({ id, isRemoved: remove !== undefined }),
  page: wishlist,
  needsCustomer: true,
  afterLogIn: ({ id, remove }) => (id && remove === undefined ? { wish: id } : {}),
  next: () => '/account/wishlist',
})
