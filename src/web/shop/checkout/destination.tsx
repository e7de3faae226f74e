import type { ShopCartFragment } from '../../../generated/operations/graphql.ts'
import { namesPostalCode, namesRegion } from '../../../shared/address-forms.ts'
import { isPostalCode } from '../../../shared/postal-codes.ts'
import { regionCode } from '../../../shared/regions.ts'
import type { PersonalVisit } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { mistakeIn } from '../views/alert.tsx'
import { CountryField } from '../views/country-field.tsx'
import { Field } from '../views/field.tsx'
import { RegionField } from '../views/region-field.tsx'
import { neededPart, usesZones } from './delivery-choice.tsx'

export interface Address {
  id: string
  name: string
  lines: readonly string[]
  city: string
  region: string | null
  postalCode: string | null
  country: string | null
  isDefault: boolean
}

interface Props {
  addresses: readonly Address[]
  chosen: string | undefined
  cart: ShopCartFragment
  visit: Pick<PersonalVisit, 'fields' | 'refusal'>
}

/** One of the customer's addresses, or a new one. */
export function Destination({ addresses, chosen, cart, visit }: Props) {
  return (
    <fieldset class="fieldset">
      <legend>Where to</legend>
      {addresses.length > 0 && (
        <div class="choices">
          {addresses.map(({ id, name, lines, city, region, postalCode }) => (
            <label class="choice">
              <input type="radio" name="addressId" value={id} checked={chosen === id} required data-refresh />
              <span dir="auto">{name}</span>
              <small dir="auto">{[...lines, city, region, postalCode].filter(Boolean).join(', ')}</small>
            </label>
          ))}
          <label class="choice">
            <input type="radio" name="addressId" value="" checked={chosen === ''} required data-refresh />
            <span>Another address</span>
          </label>
        </div>
      )}
      <div class="new-address" id="new-address" data-part>
        <NewAddress {...{ cart, visit }} mayBeHidden={addresses.length > 0} />
      </div>
      <Field {...{ visit, name: 'buyer.notes', label: 'Notes for the shop' }} rows={2} maxlength={1000} />
    </fieldset>
  )
}

/**
 * The default, or else the first. Where the fee depends on the place, one at the place whose fee is shown: the shopper's
 * own choice may be another.
 */
export function initialAddress(
  addresses: readonly Address[],
  cart: ShopCartFragment,
  home: string | null,
): Address | undefined {
  const possible = usesZones(cart) ? addresses.filter((address) => isAt(address, cart.destination, home)) : addresses
  return possible.find(({ isDefault }) => isDefault) ?? possible[0]
}

/** An address may hold a region and postal code that its country does not have: they are not part of the place. */
function isAt(
  { country, region, postalCode }: Address,
  place: ShopCartFragment['destination'],
  home: string | null,
): boolean {
  const land = country ?? home
  if (land === null || place === null || place.country !== land) return false
  return (
    (region && regionCode(land, region)) === place.region &&
    (postalCode !== null && isPostalCode(postalCode, land) ? postalCode : null) === place.postalCode
  )
}

const canBePickedUp = ({ deliveryOptions }: ShopCartFragment): boolean =>
  deliveryOptions.some(({ kind }) => kind === 'PICKUP')

interface NewProps extends Pick<Props, 'cart' | 'visit'> {
  /** Where one of the customer's addresses can be chosen instead. */
  mayBeHidden: boolean
}

function NewAddress({ cart, visit, mayBeHidden }: NewProps) {
  const isRequired = !mayBeHidden && !canBePickedUp(cart)
  return (
    <>
      <Field
        {...{ visit, name: 'buyer.address', label: 'Address' }}
        autocomplete="street-address"
        rows={2}
        maxlength={500}
        hint={`House number, street, area.${canBePickedUp(cart) ? ' Not needed for pick-up.' : ''}`}
        required={isRequired}
        isSometimesRequired
      />
      <Field
        {...{ visit, name: 'buyer.city', label: 'City or town' }}
        autocomplete="address-level2"
        maxlength={100}
        required={isRequired}
        isSometimesRequired
      />
      <Place {...{ cart, visit, mayBeHidden }} />
    </>
  )
}

/** What fees, delivery and ways to pay may go by. The country decides which regions there are. */
function Place({ cart, visit, mayBeHidden }: NewProps) {
  const { country: home } = useShop()
  const { destination } = cart
  const needed = neededPart(cart)
  const country = visit.fields['delivery.country'] || (destination?.country ?? home)
  const isDelivered = !canBePickedUp(cart)
  // An order is refused for what a cart without a destination does not need.
  const isNeeded = (part: string) =>
    needed === part || (!visit.fields[`delivery.${part}`] && mistakeIn(visit.refusal, `delivery.${part}`) !== null)
  return (
    <div class="pair">
      <Field
        {...{ visit, name: 'delivery.postalCode', label: 'Postal code', initial: destination?.postalCode }}
        autocomplete="postal-code"
        maxlength={20}
        required={isNeeded('postalCode') || (isDelivered && country !== null && namesPostalCode(country))}
        {...{ mayBeHidden }}
        isRefreshing
      />
      <RegionField
        {...{ visit, name: 'delivery.region', initial: destination?.region, country }}
        required={isNeeded('region') || (isDelivered && country !== null && namesRegion(country))}
        {...{ mayBeHidden }}
        isRefreshing
      />
      <CountryField
        {...{ visit, name: 'delivery.country', initial: country }}
        otherwise={home === null ? 'Please choose' : null}
        required={isNeeded('country') || (isDelivered && home === null)}
        {...{ mayBeHidden }}
        isRefreshing
      />
    </div>
  )
}
