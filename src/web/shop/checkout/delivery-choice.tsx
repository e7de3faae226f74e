import type { Refusal } from '../../../api/http/refusal.ts'
import type { ShopCartFragment } from '../../../generated/operations/graphql.ts'
import { countryInText } from '../../../shared/countries.ts'
import { placeMistakes } from '../../../shared/place-mistakes.ts'
import { useShop } from '../http/shop-view.ts'
import { mistakeIn } from '../views/alert.tsx'
import { useDays, useMoney } from '../views/formats.ts'
import type { Address } from './destination.tsx'

/** Whether the fee depends on where the order goes. */
export const usesZones = ({ deliveryOptions, destination, notices }: ShopCartFragment): boolean =>
  deliveryOptions.length > 0 || destination !== null || notices.some(({ code }) => code === 'DELIVERY_UNAVAILABLE')

/** What the destination has to say more. */
export const neededPart = ({ notices }: ShopCartFragment): string | null =>
  notices.find(({ code }) => code === 'DELIVERY_UNAVAILABLE')?.needs ?? null

const parts: Readonly<Record<string, string>> = {
  country: 'country',
  region: 'state or region',
  postalCode: 'postal code',
}

interface Props {
  cart: ShopCartFragment
  /** The one of the customer's that is chosen. */
  address: Address | undefined
  refusal: Refusal | null
}

export function DeliveryChoice({ cart, address, refusal }: Props) {
  const money = useMoney()
  const days = useDays()
  const refused = Object.keys(parts).find((part) => mistakeIn(refusal, `delivery.${part}`) !== null)
  const lacking = address && (neededPart(cart) ?? refused)
  const { deliveryOptions, delivery, notices, currency } = cart
  const problems = notices.filter(({ code }) => code === 'DELIVERY_UNAVAILABLE')
  return (
    <fieldset class="fieldset" id="delivery" data-part>
      {usesZones(cart) && <legend>Delivery</legend>}
      {problems.map(({ message, needs }) => (
        // What has not been typed yet is no mistake.
        <p class={needs && !lacking && !refusal ? 'quiet-text' : 'line-notice'}>
          {[message, needs && needs !== refused && !lacking && parts[needs] && `The ${parts[needs]} is missing.`]
            .filter(Boolean)
            .join(' ')}
        </p>
      ))}
      {address && lacking && <AddressMistake {...{ address, lacking }} />}
      <div class="choices">
        {deliveryOptions.map(({ code, name, description, fee, from, until, kind, pickup }) => (
          <label class="choice">
            <input
              id={`delivery-${code}`}
              type="radio"
              name="delivery.method"
              value={code}
              checked={code === delivery?.code}
              data-refresh
            />
            <span dir="auto">{name}</span>
            <b>{fee === 0 ? 'Free' : money(fee, currency)}</b>
            {description && <small dir="auto">{description}</small>}
            {kind === 'PICKUP' && pickup && (
              <small dir="auto">{[pickup.address, pickup.hours].filter(Boolean).join(' · ')}</small>
            )}
            {from && <small>{days(from, until)}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What keeps orders from one of the customer's addresses, whose fields are not on this page. */
function AddressMistake({ address, lacking }: { address: Address; lacking: string }) {
  const shop = useShop()
  const { id, region, postalCode } = address
  const country = address.country ?? shop.country
  const wrong = country === null ? [] : placeMistakes({ country, region, postalCode })
  const written = wrong.some(({ field }) => field === lacking) && { region, postalCode }[lacking]
  return (
    <p class="line-notice">
      {written ? (
        <>
          The {parts[lacking]} of this address, “<span dir="auto">{written}</span>”, is not one of{' '}
          {countryInText(country ?? '')}.
        </>
      ) : (
        `The ${parts[lacking]} of this address is missing.`
      )}{' '}
      <a href={shop.at(`/account/addresses/${encodeURIComponent(id)}`, { next: '/checkout' })}>Change this address</a>
    </p>
  )
}
