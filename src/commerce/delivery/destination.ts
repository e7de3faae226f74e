import { z } from 'zod'
import type { Store } from '../../generated/prisma/client.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { optional } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { homeCountry } from '../../shared/countries.ts'
import { placeMistakes } from '../../shared/place-mistakes.ts'
import { isPostalCode } from '../../shared/postal-codes.ts'
import { regionCode } from '../../shared/regions.ts'
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
        description:
          'The ISO 3166-2 code of the region, such as IN-KA; where the regions of its country are known, its name is accepted too.',
      }),
      postalCode: optional(labelledText({ label: 'Postal code', max: 20, trim: true })).meta({
        description: 'The postal code, as it is written in the country.',
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

type NamedPlace = Omit<DeliveryWish, 'method'>
type Home = Pick<Store, 'shippingCountry' | 'currency'>

/**
 * The destination that a wish names, where an unknown region and a code that its country cannot have count as none; null
 * when it names none, or no country.
 */
export function findDestination({ country, region, postalCode }: NamedPlace, store: Home): Destination | null {
  if (country === undefined && region === undefined && postalCode === undefined) return null
  const place = country ?? homeCountry(store)
  return place === null
    ? null
    : knownDestination({ country: place, region: region ?? null, postalCode: postalCode ?? null })
}

/** Of what is written, that which can be. */
export const knownDestination = ({ country, region, postalCode }: Destination): Destination => ({
  country,
  region: region === null ? null : regionCode(country, region),
  postalCode: postalCode !== null && isPostalCode(postalCode, country) ? postalCode : null,
})

/** @throws Problem BAD_USER_INPUT when the region is not known, or the country has no such postal codes */
export function destinationOf(wish: NamedPlace, store: Home): Destination | null {
  const destination = findDestination(wish, store)
  if (!destination) return null
  const { country } = destination
  const mistakes = placeMistakes({ country, region: wish.region, postalCode: wish.postalCode }).map(
    ({ field, message }) => ({ field: `delivery.${field}`, message }),
  )
  const [first] = mistakes
  if (first) throw new Problem('BAD_USER_INPUT', first.message, { mistakes })
  return destination
}
