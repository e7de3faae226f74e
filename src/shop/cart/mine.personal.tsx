import { z } from 'zod'
import { graphql } from '../../generated/operations/index.ts'
import { personalPage } from '../door/personal/personal-page.ts'
import { Mine } from '../views/mine.tsx'
import { Wish } from '../views/wish.tsx'

/** What a cached page cannot say about its visitor, for the script that puts it there. */
export const mine = personalPage({
  path: '/shop/:subdomain/mine',
  isFragment: true,
  query: z.object({ product: z.string().catch('') }),
  operation: graphql(`query ShopMine($id: ID!, $hasCart: Boolean!, $isLoggedIn: Boolean!, $hasProduct: Boolean!) {
    cart(id: $id) @include(if: $hasCart) { items { productId qty } }
    me @include(if: $isLoggedIn) { name wishlist(first: 200) @include(if: $hasProduct) { nodes { id } } }
    store { name }
  }`),
  variables: ({ query: { product }, visitor: { cartId, isLoggedIn } }) => ({
    ...{ id: cartId ?? '', hasCart: cartId !== null, isLoggedIn, hasProduct: product !== '' },
  }),
  title: () => '',
  View({ data: { cart, me }, visit: { query } }) {
    const items = cart?.items ?? []
    const units = (lines: typeof items) => lines.reduce((sum, { qty }) => sum + qty, 0)
    const here = units(items.filter(({ productId }) => productId === query.product))
    return (
      <>
        <Mine cart={units(items)} name={me?.name ?? null} />
        {me && query.product !== '' && (
          <Wish
            productId={query.product}
            isWished={me.wishlist?.nodes.some(({ id }) => id === query.product) === true}
          />
        )}
        {here > 0 && <p id="in-cart">{here} of this in your cart</p>}
      </>
    )
  },
})
