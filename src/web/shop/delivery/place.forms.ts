import { graphql } from '../../../generated/operations/index.ts'
import { form } from '../http/personal/form.ts'
import { mistakesOf, placeIn } from '../http/personal/place.ts'
import { delivery } from './delivery.personal.tsx'

/** Where to deliver, for all pages and the cart. */
export const setPlace = form({
  path: '/shop/:subdomain/delivery',
  operation: graphql(`mutation ShopSetPlace($id: ID!, $hasCart: Boolean!, $change: CartInput!) {
    updateCart(id: $id, input: $change) @include(if: $hasCart) { id }
  }`),
  check({ fields, home }) {
    const place = placeIn(fields, home)
    return place === null ? [] : mistakesOf(place)
  },
  variables: ({ fields, visitor: { cartId }, home }) => ({
    ...{ id: cartId ?? '', hasCart: cartId !== null },
    // Another place has methods of its own: the cheapest, until one is chosen.
    change: { delivery: placeIn(fields, home) },
  }),
  page: delivery,
  remember: (_, { fields, home }) => ({ place: placeIn(fields, home) }),
  next(_, { fields: { next, product = '', variantId = '' } }) {
    return next === '/cart' ? next : `/delivery?${new URLSearchParams({ product, variant: variantId })}`
  },
})
