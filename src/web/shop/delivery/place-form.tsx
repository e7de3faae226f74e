import type { PersonalVisit } from '../http/personal/personal-page.ts'
import type { Place } from '../http/personal/place.ts'
import { useShop } from '../http/shop-view.ts'
import { CountryField } from '../views/country-field.tsx'
import { Field } from '../views/field.tsx'
import { RegionField } from '../views/region-field.tsx'

/** Whose delivery is looked at: that of the cart, or of a product. */
export type WhatFor = 'cart' | { productId: string; variantId: string | null }

interface Props {
  /** What of a place matters. */
  goesBy: readonly string[]
  /** The part that is missing still. */
  needs: string | null
  place: Place | null
  whatFor: WhatFor
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
}

/** Asks once: the browser remembers the place. */
export function PlaceForm({ goesBy, needs, place, whatFor, visit }: Props) {
  const shop = useShop()
  const country = visit.fields['delivery.country'] || (place?.country ?? shop.country)
  // Most zones that go by regions know them by the postal code.
  const asksRegion = needs === 'region' || Boolean(place?.region) || !goesBy.includes('postalCode')
  return (
    <form class="place" method="post" action={shop.at('/delivery')}>
      {whatFor === 'cart' ? (
        <input type="hidden" name="next" value="/cart" />
      ) : (
        <>
          <input type="hidden" name="product" value={whatFor.productId} />
          <input type="hidden" name="variantId" value={whatFor.variantId ?? ''} />
        </>
      )}
      {goesBy.includes('country') && (
        <CountryField
          {...{ visit, name: 'delivery.country', initial: country, required: true }}
          otherwise={country === null ? 'Please choose' : null}
          isRefreshing
        />
      )}
      {goesBy.includes('region') && asksRegion && (
        <RegionField
          {...{ visit, name: 'delivery.region', initial: place?.region, country }}
          required={needs === 'region'}
        />
      )}
      {goesBy.includes('postalCode') && (
        <Field
          {...{ visit, name: 'delivery.postalCode', label: 'Postal code', initial: place?.postalCode }}
          autocomplete="postal-code"
          maxlength={20}
          required={!goesBy.includes('country')}
          isSometimesRequired
        />
      )}
      <button id="set-place" class="button plain" type="submit">
        Show delivery
      </button>
    </form>
  )
}
