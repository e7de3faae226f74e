import { z } from 'zod'
import type { Store } from '../generated/prisma/client.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { optional } from '../platform/input/parse-input.ts'
import { Problem } from '../platform/problem.ts'
import { isCountry } from '../shared/countries.ts'
import { regionCode } from './regions.ts'
import type { Destination } from './zones.ts'

const COUNTRY = 'Country must be a code of two letters, such as IN'

/** Where and how to deliver, as buyers send it. */
export const deliveryWish = z
  .object(
    {
      method: optional(labelledText({ label: 'Delivery method', max: 50, trim: true })).meta({
        description: 'The code of the delivery method; the cheapest by default.',
      }),
      country: optional(
        z
          .string({ error: COUNTRY })
          .trim()
          .regex(/^[A-Za-z]{2}$/, { error: COUNTRY })
          .toUpperCase(),
      ).meta({ description: 'The ISO 3166-1 code of the country; that of the store by default.' }),
      region: optional(labelledText({ label: 'Region', max: 100, trim: true })).meta({
        description: 'The ISO 3166-2 code of the region, such as IN-KA; for India its name is accepted too.',
      }),
      postalCode: optional(labelledText({ label: 'Postal code', max: 20, trim: true })).meta({
        description: 'The postal code.',
      }),
    },
    { error: 'delivery must be an object' },
  )
  .meta({ id: 'DeliveryWish', description: 'Where to deliver, and how.' })
export const deliveryInput = optional(deliveryWish)

/** Where and how to deliver, as it is parsed and as carts store it. */
export type DeliveryWish = z.output<typeof deliveryWish>

/** The code of the payment method, as buyers send it. */
export const paymentMethodCode = labelledText({ label: 'Payment method', max: 50, trim: true }).meta({
  description: 'The code of one of the store’s payment methods; its payment provider by default.',
})
export const paymentMethodInput = optional(paymentMethodCode)

/** One of the customer's addresses, in place of the country, region and postal code. */
export const addressIdInput = optional(
  z.string({ error: 'addressId must be text' }).max(100, { error: 'Address not found' }),
)

/**
 * The country that orders without a destination go to, ISO 3166-1. National currencies begin with their country's code;
 * null for a currency of several countries (EUR, XAF) where the owner has named none.
 */
export function homeCountry({ shippingCountry, currency }: Pick<Store, 'shippingCountry' | 'currency'>): string | null {
  const ofCurrency = currency.slice(0, 2)
  return shippingCountry ?? (isCountry(ofCurrency) ? ofCurrency : null)
}

type NamedPlace = Omit<DeliveryWish, 'method'>
type Home = Pick<Store, 'shippingCountry' | 'currency'>

/** The destination that a wish names, where an unknown region counts as none; null when it names none, or no country. */
export function findDestination({ country, region, postalCode }: NamedPlace, store: Home): Destination | null {
  if (country === undefined && region === undefined && postalCode === undefined) return null
  const place = country ?? homeCountry(store)
  if (place === null) return null
  return {
    country: place,
    region: region === undefined ? null : regionCode(place, region),
    postalCode: postalCode ?? null,
  }
}

/** @throws Problem BAD_USER_INPUT when the region is not known */
export function destinationOf(wish: NamedPlace, store: Home): Destination | null {
  const destination = findDestination(wish, store)
  if (destination && wish.region !== undefined && destination.region === null) {
    throw new Problem('BAD_USER_INPUT', 'Region must be an ISO 3166-2 code, such as IN-KA', {
      field: 'delivery.region',
    })
  }
  return destination
}
