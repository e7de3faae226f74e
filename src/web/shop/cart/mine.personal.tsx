import { z } from 'zod'
import { graphql } from '../../../generated/operations/index.ts'
import { goodsOf } from '../delivery/delivery.personal.tsx'
import { DeliveryHere } from '../delivery/delivery-here.tsx'
import { personalPage } from '../http/personal/personal-page.ts'
import { Mine } from '../views/mine.tsx'
import { Wish } from '../views/wish.tsx'

/** What a cached page cannot say about its visitor, for the script that puts it there. */
export const mine = personalPage({
  path: '/shop/:subdomain/mine',
  isFragment: true,
  query: z.object({
    product: z.string().catch(''),
    variant: z.string().max(100).catch(''),
    /** Whether the page says what delivery costs, which depends on where to. */
    delivery: z.string().catch(''),
  }),
  operation: graphql(`query ShopMine(
    $id: ID!, $hasCart: Boolean!, $isLoggedIn: Boolean!, $hasProduct: Boolean!
    $hasDelivery: Boolean!, $to: DestinationInput, $goods: [CartItemInput!]
  ) {
    cart(id: $id) @include(if: $hasCart) { items { productId qty } }
    me @include(if: $isLoggedIn) { name wishlist(first: 200) @include(if: $hasProduct) { nodes { id } } }
    delivery(to: $to, items: $goods) @include(if: $hasDelivery) { ...ShopDelivery }
    store { name }
  }`),
  variables: ({ query: { product, variant, delivery }, visitor: { cartId, isLoggedIn, place } }) => ({
    ...{ id: cartId ?? '', hasCart: cartId !== null, isLoggedIn, hasProduct: product !== '' },
    ...{ hasDelivery: delivery !== '', to: place, goods: goodsOf(product, variant) },
  }),
  title: () => '',
  View({ data: { cart, me, delivery }, visit: { query, visitor } }) {
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
        {delivery && (
          <div id="delivery-here">
            <DeliveryHere
              offer={delivery}
              place={visitor.place}
              isExact
              whatFor={{ productId: query.product, variantId: query.variant || null }}
            />
          </div>
        )}
        {here > 0 && <p id="in-cart">{here} of this in your cart</p>}
      </>
    )
  },
})
