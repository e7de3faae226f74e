import type { ShopCartFragment, ShopCartPageQuery } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { mistakeIn, Problems } from '../views/alert.tsx'
import { EmptyState } from '../views/empty-state.tsx'
import { Breakdown } from './breakdown.tsx'
import { CartDelivery } from './cart-delivery.tsx'
import { CartLine } from './cart-line.tsx'
import { LostCart } from './lost-cart.tsx'
import { CodeForm, PointsForm } from './reductions.tsx'

export const cart = personalPage({
  path: '/shop/:subdomain/cart',
  isBuying: true,
  operation: graphql(`query ShopCartPage($id: ID!, $hasCart: Boolean!, $isLoggedIn: Boolean!, $to: DestinationInput) {
    cart(id: $id, to: $to, toDefaultAddress: $isLoggedIn, reduceToStock: true) @include(if: $hasCart) { ...ShopCart }
    me @include(if: $isLoggedIn) { loyalty { enabled points redeemRate } }
    categories { ...ShopCategory }
    store { ...ShopStore loyalty { enabled } tax { inclusive rate } shipping { fee freeFrom } delivery { goesBy } }
  }`),
  variables: ({ visitor: { cartId, isLoggedIn, place } }) => ({
    ...{ id: cartId ?? '', hasCart: cartId !== null, isLoggedIn, to: place },
  }),
  description: 'What you are about to buy: quantities, discount code, delivery and total.',
  title: () => 'Your cart',
  View({ data: { cart, me, store }, visit: { visitor, refusal, fields } }) {
    const items = cart?.items ?? []
    return (
      <div class="wide page" id="cart" data-island="live">
        <h1>Your cart</h1>
        <Problems refusal={refusal} fields={['code']} />
        <LostCart visitor={visitor} next="/cart" />
        {cart && items.length > 0 ? (
          <FullCart
            {...{ cart, store }}
            loyalty={me?.loyalty ?? null}
            hasPoints={!me && store.loyalty.enabled}
            code={fields.code}
            mistake={mistakeIn(refusal, 'code')}
          />
        ) : (
          <EmptyState text="There is nothing in it yet." />
        )}
      </div>
    )
  },
})

interface FullProps {
  cart: ShopCartFragment
  store: NonNullable<ShopCartPageQuery['store']>
  loyalty: { enabled: boolean; points: number; redeemRate: number } | null
  /** Somebody who logs in might have points. */
  hasPoints: boolean
  /** What was typed last, when it was refused. */
  code: string | undefined
  /** Why it was. */
  mistake: string | null
}

function FullCart({ cart, store, loyalty, hasPoints, code, mistake }: FullProps) {
  const shop = useShop()
  const { items, notices, breakdown, currency, discountCode, loyaltyPoints } = cart
  const noticesOf = (...codes: string[]) => notices.filter(({ code }) => codes.includes(code))
  const canOrder = items.some(({ available }) => available)
  return (
    <div class="two-columns">
      <ul class="lines" aria-label="What is in it">
        {items.map((item, index) => (
          <CartLine
            key={`${item.productId} ${item.variantId}`}
            {...{ item, currency }}
            notices={notices.filter(({ itemIndex }) => itemIndex === index)}
          />
        ))}
      </ul>
      <section class="card-box" aria-labelledby="summary-title">
        <h2 id="summary-title">Summary</h2>
        <CodeForm code={discountCode} typed={code} mistake={mistake} notices={noticesOf('DISCOUNT_NOT_APPLIED')} />
        {loyalty?.enabled && (
          <PointsForm
            points={loyaltyPoints}
            {...{ loyalty, currency }}
            notices={noticesOf('POINTS_NOT_APPLIED')}
            used={breakdown.loyaltyPointsUsed}
          />
        )}
        {hasPoints && (
          <p>
            <a href={shop.at('/log-in', { next: '/cart' })}>Log in</a> to use your points.
          </p>
        )}
        <Breakdown {...{ breakdown, currency }} hasDelivery={noticesOf('DELIVERY_UNAVAILABLE').length === 0} />
        {canOrder && <CartDelivery cart={cart} shipping={store.shipping} goesBy={store.delivery.goesBy} />}
        {canOrder ? (
          <a class="button" href={shop.at('/checkout')}>
            Go to checkout
          </a>
        ) : (
          <p class="quiet-text">Nothing in the cart can be bought at the moment.</p>
        )}
      </section>
    </div>
  )
}
