import type { ShopCartFragment } from '../../generated/operations/graphql.ts'
import { money } from '../views/money.ts'
import { days } from './days.ts'

/** Whether the fee depends on where the order goes. */
export const usesZones = ({ deliveryOptions, destination, notices }: ShopCartFragment): boolean =>
  deliveryOptions.length > 0 || destination !== null || notices.some(({ code }) => code === 'DELIVERY_UNAVAILABLE')

/** What the destination has to say more. */
export const neededPart = ({ notices }: ShopCartFragment): string | null =>
  notices.find(({ code }) => code === 'DELIVERY_UNAVAILABLE')?.needs ?? null

const words: Readonly<Record<string, string>> = {
  country: 'The country is missing.',
  region: 'The state or region is missing.',
  postalCode: 'The postal code is missing.',
}

export function DeliveryChoice({ cart }: { cart: ShopCartFragment }) {
  const { deliveryOptions, delivery, notices, currency } = cart
  const problems = notices.filter(({ code }) => code === 'DELIVERY_UNAVAILABLE')
  return (
    <fieldset class="fieldset" id="delivery" data-part>
      {usesZones(cart) && <legend>Delivery</legend>}
      {problems.map(({ message, needs }) => (
        <p class="line-notice">{[message, needs && words[needs]].filter(Boolean).join(' ')}</p>
      ))}
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
