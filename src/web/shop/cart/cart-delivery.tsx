import type { ShopCartFragment } from '../../../generated/operations/graphql.ts'
import { neededPart, usesZones } from '../checkout/delivery-choice.tsx'
import { PlaceName, UNTYPED } from '../delivery/delivery-here.tsx'
import { PlaceForm } from '../delivery/place-form.tsx'
import { useDays, useMoney } from '../views/formats.ts'

interface Props {
  cart: ShopCartFragment
  /** The flat fee, of a store without zones. */
  shipping: { fee: number; freeFrom: number | null }
  /** What of a place decides about delivery. */
  goesBy: readonly string[]
}

/** Where to, when, and what is missing until it is free. */
export function CartDelivery({ cart, shipping, goesBy }: Props) {
  const money = useMoney()
  const days = useDays()
  const { delivery, destination, currency, notices } = cart
  const missing = missingUntilFree(cart, shipping)
  const needs = neededPart(cart)
  const placeForm = <PlaceForm {...{ goesBy, needs }} place={destination} whatFor="cart" visit={UNTYPED} />
  return (
    <div class="delivery-here">
      {missing !== null && <p class="until-free">{money(missing, currency)} more for free delivery</p>}
      {notices
        .filter(({ code }) => code === 'DELIVERY_UNAVAILABLE')
        .map(({ message }) => (
          <p class="line-notice">{message}</p>
        ))}
      {destination && <PlaceName before="Delivery to" place={destination} />}
      {delivery && (
        <p>
          <span dir="auto">{delivery.name}</span>
          {delivery.from && <small class="quiet-text"> {days(delivery.from, delivery.until)}</small>}
        </p>
      )}
      {goesBy.length > 0 &&
        (destination && needs === null ? (
          <details>
            <summary>Change where to</summary>
            {placeForm}
          </details>
        ) : (
          placeForm
        ))}
    </div>
  )
}

/** In main currency units; null where delivery is free, or never will be. */
function missingUntilFree(cart: ShopCartFragment, flat: Props['shipping']): number | null {
  const { breakdown, delivery } = cart
  // With zones, the flat fee and what it is free from mean nothing.
  if (!delivery && usesZones(cart)) return null
  const { fee, freeFrom } = delivery ?? flat
  if (fee === 0 || freeFrom === null) return null
  const missing = freeFrom - (breakdown.subtotal - breakdown.discount)
  // Currencies have at most four decimals.
  return missing > 0 ? Number(missing.toFixed(4)) : null
}
