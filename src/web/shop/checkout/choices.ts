import type { ShopCartFragment } from '../../../generated/operations/graphql.ts'
import type { Fields } from '../http/personal/personal-page.ts'
import { regionIn } from '../views/region-field.tsx'
import { usesZones } from './delivery-choice.tsx'

/** What the total depends on, as the form sends it. */
export interface Choices {
  addressId: string
  /** These three are empty with one of the customer's addresses, which hides their fields. */
  country: string
  region: string
  postalCode: string
  method: string
  payment: string
}

const textOf = (fields: Fields, name: string): string => fields[name]?.trim() ?? ''

/** @param home the store's country, to which orders go that name none */
export function choicesOf(fields: Fields, home: string | null): Choices {
  const addressId = textOf(fields, 'addressId')
  const country = textOf(fields, 'delivery.country') || (home ?? '')
  return {
    addressId,
    ...placeUnless(addressId, {
      country,
      region: regionIn(textOf(fields, 'delivery.region'), country),
      postalCode: textOf(fields, 'delivery.postalCode'),
    }),
    method: textOf(fields, 'delivery.method'),
    payment: textOf(fields, 'paymentMethod'),
  }
}

type Place = Pick<Choices, 'country' | 'region' | 'postalCode'>

const placeUnless = (addressId: string, place: Place): Place =>
  addressId === '' ? place : { country: '', region: '', postalCode: '' }

/** No code of a payment method, so that no form sends it. */
const NOT_OFFERED = '?'

/** Those that the form shows before anything is changed: what was typed last, else what the cart says. */
export function choicesShown(
  cart: ShopCartFragment,
  fields: Fields,
  addressId: string,
  home: string | null,
): Choices & { hasPlace: boolean } {
  const { destination, delivery, paymentMethod, notices } = cart
  const country = fields['delivery.country']?.trim() || (destination?.country ?? home ?? '')
  return {
    hasPlace: usesZones(cart),
    addressId,
    ...placeUnless(addressId, {
      country,
      region: regionIn(fields['delivery.region']?.trim() ?? destination?.region ?? '', country),
      postalCode: fields['delivery.postalCode']?.trim() ?? destination?.postalCode ?? '',
    }),
    method: delivery?.code ?? '',
    // The cart stores a method that is not offered any more. It is cleared before an order, which would be refused for it.
    payment: notices.some(({ code }) => code === 'METHOD_UNAVAILABLE') ? NOT_OFFERED : (paymentMethod?.code ?? ''),
  }
}

const placeOf = ({ addressId, country, region, postalCode }: Choices): string =>
  JSON.stringify([addressId, country, region, postalCode])

/**
 * For the hidden field `shown`: the choices whose total the shopper sees.
 * @param hasPlace whether the total depends on where the order goes
 */
export const choicesText = ({ hasPlace, ...choices }: Choices & { hasPlace: boolean }): string =>
  JSON.stringify([hasPlace ? placeOf(choices) : null, choices.method, choices.payment])

const hasPlaceIn = (shown: string): boolean => !shown.startsWith('[null,')

/** Whether the total that was seen is that of other choices. */
export const isOutdated = (fields: Fields, home: string | null): boolean =>
  fields.shown !== undefined &&
  fields.shown !== choicesText({ ...choicesOf(fields, home), hasPlace: hasPlaceIn(fields.shown) })

/** Whether the delivery methods that were seen are those of another place. */
export const hasMoved = (fields: Fields, home: string | null): boolean =>
  fields.shown !== undefined &&
  hasPlaceIn(fields.shown) &&
  !fields.shown.startsWith(`[${JSON.stringify(placeOf(choicesOf(fields, home)))},`)
