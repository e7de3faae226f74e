import type { Order } from '../../generated/prisma/client.ts'
import { daysText } from '../../shared/calendar-days.ts'
import { countryName } from '../../shared/countries.ts'
import { regionName } from '../../shared/regions.ts'
import { deliveryOf } from '../delivery/order-delivery.ts'
import type { Destination } from '../delivery/zones.ts'
import type { Words } from './words/words.ts'

type Shown = { label: keyof Words['labels']; value: string }

/** How and where an order goes, in the order in which a person reads it. @param isForOwner with what only they know */
export function deliveryRows(order: Pick<Order, 'delivery'>, isForOwner: boolean, words: Words): Shown[] {
  const delivery = deliveryOf(order)
  if (!delivery) return []
  const { name, zone, destination, pickup, from, until } = delivery
  return [
    { label: 'delivery', value: name },
    { label: 'promised', value: daysText({ from, until }, words.dates, 'long') },
    { label: 'pickUpAt', value: pickup?.address ?? '' },
    { label: 'open', value: pickup?.hours ?? '' },
    { label: 'destination', value: destination ? placeText(destination, words) : '' },
    { label: 'zone', value: (isForOwner && zone) || '' },
  ]
}

/** `Karnataka, 560001, India` */
const placeText = ({ country, region, postalCode }: Destination, { dates }: Words): string =>
  [region && regionName(region), postalCode, countryName(country, dates)].filter(Boolean).join(', ')
