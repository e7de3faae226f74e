import { z } from 'zod'
import type { ShopCartFragment, ShopCheckoutPageQuery } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { Breakdown } from '../cart/breakdown.tsx'
import { LostCart } from '../cart/lost-cart.tsx'
import { type PersonalVisit, personalPage } from '../http/personal/personal-page.ts'
import { possiblePlace } from '../http/personal/place.ts'
import { useShop } from '../http/shop-view.ts'
import { Alert, Problems } from '../views/alert.tsx'
import { EmptyState } from '../views/empty-state.tsx'
import { useMoney } from '../views/formats.ts'
import { choicesShown, choicesText } from './choices.ts'
import { Contact } from './contact.tsx'
import { DeliveryChoice, usesZones } from './delivery-choice.tsx'
import { Destination, initialAddress } from './destination.tsx'
import { PaymentChoice } from './payment-choice.tsx'

const CONTACT_FIELDS = ['buyer.name', 'buyer.phone', 'buyer.email', 'buyer.notes']
/** Those of another address are hidden where one of the customer's is chosen. */
const FIELDS = [
  ...CONTACT_FIELDS,
  'buyer.address',
  'buyer.city',
  'delivery.postalCode',
  'delivery.region',
  'delivery.country',
]

export const checkout = personalPage({
  path: '/shop/:subdomain/checkout',
  isBuying: true,
  showsTyped: true,
  query: z.object({ again: z.string().catch('') }),
  operation: graphql(`query ShopCheckoutPage(
    $id: ID!, $hasCart: Boolean!, $isLoggedIn: Boolean!, $to: DestinationInput, $toDefaultAddress: Boolean!
  ) {
    cart(id: $id, to: $to, toDefaultAddress: $toDefaultAddress) @include(if: $hasCart) { ...ShopCart }
    me @include(if: $isLoggedIn) {
      name phone email address
      addresses { id name lines city region postalCode country phone isDefault }
    }
    categories { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ visitor: { cartId, isLoggedIn, place }, home, fields, areKept }) => ({
    ...{ id: cartId ?? '', hasCart: cartId !== null, isLoggedIn },
    // What the form sends when nothing is changed, so that the first total is the one that is charged.
    ...{
      to: (areKept ? possiblePlace(fields, home) : null) ?? place ?? (home === null ? null : { country: home }),
      toDefaultAddress: isLoggedIn && fields.addressId !== '',
    },
  }),
  title: () => 'Checkout',
  View({ data: { cart, me, store }, visit }) {
    const canOrder = cart?.items.some(({ available }) => available)
    return (
      <div class="wide page" id="checkout" data-island="live">
        <h1>Checkout</h1>
        <Problems refusal={visit.refusal} fields={visit.fields.addressId ? CONTACT_FIELDS : FIELDS} />
        <LostCart visitor={visit.visitor} next="/checkout" />
        {canOrder && !visit.refusal && visit.fields.shown !== undefined && (
          <Alert id="notice">This is the total for what you have chosen now. Please check it, then order.</Alert>
        )}
        {cart && canOrder ? (
          <CheckoutForm
            cart={cart}
            me={me ?? null}
            visit={visit}
            again={visit.fields.again ?? visit.query.again}
            sendsMails={store?.sendsMails === true}
          />
        ) : (
          <EmptyState text="There is nothing in your cart that can be bought." to="/cart" label="Back to the cart" />
        )}
      </div>
    )
  },
})

interface Props {
  cart: ShopCartFragment
  me: NonNullable<ShopCheckoutPageQuery['me']> | null
  visit: Pick<PersonalVisit, 'fields' | 'areKept' | 'refusal' | 'visitor'>
  /** The order that was not paid, in whose place this one is. */
  again: string
  sendsMails: boolean
}

function CheckoutForm({ cart, me, visit, again, sendsMails }: Props) {
  const shop = useShop()
  const addresses = me?.addresses ?? []
  const address = visit.fields.addressId ?? initialAddress(addresses, cart, shop.country)?.id
  return (
    <form
      class="two-columns"
      method="post"
      action={shop.at('/checkout')}
      // Of this cart alone: whoever logs out leaves it.
      data-keeps={visit.visitor.cartId?.slice(-12)}
    >
      {/* For Enter, which presses the first one. */}
      <button
        id="update-by-enter"
        class="unseen without-script"
        type="submit"
        formaction={shop.at('/checkout/update')}
        formnovalidate
        data-refreshes
        tabindex={-1}
      >
        Update
      </button>
      {/* The same order when it is sent twice, and another when the cart has changed since. */}
      <input type="hidden" name="cartVersion" value={cart.updatedAt} />
      <input type="hidden" name="again" value={again} />
      <div class="steps">
        {!me && (
          <p class="quiet-text">
            Have an account?{' '}
            <a class="with-script" href={shop.at('/log-in', { next: '/checkout' })}>
              Log in
            </a>
            <button
              class="link-button without-script"
              type="submit"
              formaction={shop.at('/checkout/log-in')}
              formnovalidate
            >
              Log in
            </button>{' '}
            to use your addresses and points.
          </p>
        )}
        <Contact me={me} visit={visit} sendsMails={sendsMails} />
        <Destination addresses={addresses} chosen={address} cart={cart} visit={visit} />
        <DeliveryChoice cart={cart} address={addresses.find(({ id }) => id === address)} refusal={visit.refusal} />
        <PaymentChoice cart={cart} />
      </div>
      <Summary
        cart={cart}
        shown={choicesText(choicesShown(cart, visit.areKept ? {} : visit.fields, address ?? '', shop.country))}
        refusedTotal={visit.refusal ? visit.fields.refusedTotal : undefined}
      />
    </form>
  )
}

interface SummaryProps {
  cart: ShopCartFragment
  /** Of the choices that the total is for. */
  shown: string
  /** What the order would have cost, in main currency units, where the refusal was about that. */
  refusedTotal: string | undefined
}

function Summary({ cart, shown, refusedTotal }: SummaryProps) {
  const money = useMoney()
  const shop = useShop()
  const { items, notices, breakdown, currency, paymentMethod, paymentOptions, paysOnline } = cart
  const bought = items.filter(({ available }) => available)
  // A cart has no phone: whether somebody has used a code before shows only in the order.
  const expected = refusedTotal === undefined ? breakdown.total : Number(refusedTotal)
  const total = money(expected, currency)
  const isUndeliverable = usesZones(cart) && notices.some(({ code }) => code === 'DELIVERY_UNAVAILABLE')
  const isUnpayable = !paysOnline && paymentOptions.length === 0
  return (
    <section class="card-box" id="summary" data-part aria-labelledby="summary-title">
      <h2 id="summary-title">Your order</h2>
      <input type="hidden" name="shown" value={shown} />
      <input type="hidden" name="expectedTotal" value={String(expected)} />
      <ul class="bought">
        {bought.map(({ productId, variantId, name, qty, lineTotal, variant }) => (
          <li key={`${productId} ${variantId}`}>
            <span>
              <span dir="auto">{name}</span>
              {variant && variant.length > 0 && (
                <small class="quiet-text" dir="auto">
                  {variant.map(({ value }) => value).join(', ')}
                </small>
              )}
            </span>
            <span>{qty} ×</span>
            <b>{lineTotal === null ? '' : money(lineTotal, currency)}</b>
          </li>
        ))}
      </ul>
      <p>
        <a href={shop.at('/cart')}>Change the cart</a>
      </p>
      {notices
        .filter(({ code }) => code !== 'DELIVERY_UNAVAILABLE')
        .map(({ message }) => (
          <p class="line-notice">{message}</p>
        ))}
      <Breakdown {...{ breakdown, currency }} hasDelivery={!isUndeliverable} />
      {expected !== breakdown.total && (
        <p class="line-notice">
          With your phone number, the order costs {total}. The reason is at the top of this page.
        </p>
      )}
      <button
        id="update-total"
        class="button plain without-script"
        type="submit"
        formaction={shop.at('/checkout/update')}
        formnovalidate
        data-refreshes
      >
        Update the total
      </button>
      {shop.preview ? (
        <p class="line-notice">This is a preview: the order ends here.</p>
      ) : isUnpayable ? (
        <p class="line-notice">This shop does not sell yet: it takes no payments at the moment.</p>
      ) : (
        <button id="place-order" class="button" type="submit" disabled={isUndeliverable}>
          {paymentMethod ? `Order for ${total}` : expected === 0 ? 'Place the order' : `Order and pay ${total}`}
        </button>
      )}
      <p class="quiet-text small-print">
        Prices are the shop’s at this moment. You see the order once more before you pay online.
      </p>
    </section>
  )
}
