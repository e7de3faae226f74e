import type { Store } from '../../../generated/prisma/client.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Mistake } from '../../../shared/answers.ts'
import { isCallable } from '../../../shared/callable-phone.ts'
import { homeCountry } from '../../../shared/countries.ts'
import type { PricedCart } from '../price-cart.ts'
import type { AddressedBuyer } from './addressed-buyer.ts'

/**
 * Whether a parcel can be brought to the buyer. What counts is the method that is taken, not what else is offered.
 * @throws Problem BAD_USER_INPUT without an address, or a phone to call about a parcel that is paid on delivery
 */
export function checkBuyer({ quote, fulfilled }: PricedCart, { phone, ...buyer }: AddressedBuyer, store: Store): void {
  const { delivery, payment } = fulfilled
  const isPaidAtTheDoor = payment?.offer.kind === 'COD' && quote.total > 0n
  // Without zones there is no method: the specification leaves the address to the buyer, but a parcel that is paid on
  // delivery has to arrive.
  const isBrought = delivery ? delivery.method.delivers : isPaidAtTheDoor
  const mistakes: Mistake[] = [
    ...(isPaidAtTheDoor && !isCallable(phone, homeCountry(store))
      ? [{ field: 'buyer.phone', message: 'Enter a phone number that can be called.' }]
      : []),
    ...(isBrought && !CAN_BE_READ.test(streetOf(buyer) ?? '')
      ? [{ field: 'buyer.address', message: 'Enter the address to deliver to.' }]
      : []),
  ]
  const [first] = mistakes
  if (!first) return
  const reason = first.field === 'buyer.phone' ? 'PHONE_NOT_CALLABLE' : 'ADDRESS_REQUIRED'
  throw new Problem('BAD_USER_INPUT', first.message, { reason, mistakes })
}

/** Neither dots nor invisible characters are an address. */
const CAN_BE_READ = /[\p{L}\p{N}]/u

const streetOf = ({ address, addressParts }: Omit<AddressedBuyer, 'phone'>) =>
  addressParts ? addressParts.street : address
