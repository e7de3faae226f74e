import { type Days, daysText as daysIn } from '../../../../shared/calendar-days.ts'
import { Badge } from '../parts/badge.tsx'
import { countryName } from '../parts/countries.ts'
import { useFormats } from '../session/store-context.tsx'
import type { ShownOrder } from './order-words.tsx'

/** Empty when none was promised. */
export const daysText = (days: Days): string => daysIn(days, navigator.language, 'medium')

type Destination = NonNullable<NonNullable<ShownOrder['delivery']>['destination']>

/** What the buyer chose beside the address: `Karnataka 560001, India`. */
export const placeText = ({ country, regionName, postalCode }: Destination): string =>
  [[regionName, postalCode].filter(Boolean).join(' '), country && countryName(country)].filter(Boolean).join(', ')

/** How and where the order goes, in the order in which one packs and sends it. */
export function Delivery({ order }: { order: ShownOrder }) {
  const formats = useFormats()
  const { buyerAddress, buyerAddressParts, delivery, carrier, trackingNumber, trackingUrl, readyAt } = order
  const rows: [string, string][] = delivery
    ? [
        ['Promised for', daysText(delivery)],
        ['Pick-up at', delivery.pickup?.address ?? ''],
        ['Open', delivery.pickup?.hours ?? ''],
        ['Ready since', readyAt ? formats.dateTime(readyAt) : ''],
        // It is in the address where that was given in parts.
        ['Destination', delivery.destination && !buyerAddressParts ? placeText(delivery.destination) : ''],
        ['Zone', delivery.zoneName ?? delivery.zone ?? ''],
        ['Fee', delivery.fee > 0 ? formats.money(delivery.fee, order.currency) : ''],
      ]
    : []
  const parts = buyerAddressParts
  const shown: [string, string | null][] = parts
    ? [
        ['Street', parts.street],
        ['Town', parts.city],
        ['State or region', parts.regionName],
        ['Postal code', parts.postalCode],
        ['Country', parts.country && countryName(parts.country)],
        ...rows,
      ]
    : rows
  return (
    <section class="card">
      <h2>Delivery</h2>
      {delivery && (
        <p>
          <strong>
            <bdi>{delivery.name}</bdi>
          </strong>{' '}
          {delivery.kind === 'PICKUP' && <Badge>Pick-up</Badge>}
        </p>
      )}
      {(buyerAddress || delivery?.kind !== 'PICKUP') && (
        <p class="address" dir="auto">
          {buyerAddress ?? <span class="quiet">No address was given.</span>}
        </p>
      )}
      <dl class="facts">
        {shown
          .filter(([, text]) => text)
          .map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
      </dl>
      {(carrier || trackingNumber || trackingUrl) && (
        <p>
          {carrier} {trackingUrl ? <SafeLink url={trackingUrl}>{trackingNumber ?? 'Track'}</SafeLink> : trackingNumber}
        </p>
      )}
    </section>
  )
}

/** Of what somebody has typed, only addresses of the web become links. */
function SafeLink({ url, children }: { url: string; children: string }) {
  if (!/^https?:\/\//i.test(url)) return <>{children}</>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
