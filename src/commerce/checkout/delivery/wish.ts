import type { Context } from '../../../api/context.ts'
import type { CustomerAddress } from '../../../generated/prisma/client.ts'
import type { StoredCart } from '../../carts/stored-cart.ts'
import type { Viewer } from '../../customers/customers.sql.ts'
import { addressedDestination, defaultDestination, destinationOfAddress } from '../../delivery/addressed-destination.ts'
import { type DeliveryWish, destinationOf, findDestination } from '../../delivery/destination.ts'
import type { Destination } from '../../delivery/zones.ts'
import { NO_WISH, type Wish } from './fulfilment.ts'

/** How a request wants an order delivered and paid. */
export interface AskedWish {
  delivery?: DeliveryWish | null | undefined
  addressId?: string | undefined
  paymentMethod?: string | null | undefined
  otherwise?: Otherwise | undefined
}

/** Where to deliver if a request does not say. */
export interface Otherwise {
  to: Destination | null
  /** Whether the customer's default address, if there is one, comes before that. */
  toDefaultAddress: boolean
}

/**
 * Reads where and how an order is to be delivered and paid; nothing where the store has no terms for it. What the
 * request names of a destination comes before its address.
 * @param read `findDestination` for what a cart stores: what it says of a place may be older than what is refused today
 * @throws Problem BAD_USER_INPUT when the region or postal code cannot be, or the customer has no such address
 */
export async function wishOf(
  context: Context,
  customer: Viewer | null,
  { delivery, addressId, paymentMethod, otherwise }: AskedWish,
  read: typeof findDestination = destinationOf,
): Promise<Wish> {
  const addressed = addressId === undefined ? null : await addressedDestination(context, customer, addressId)
  // A payment method is refused there, since its buyer does not mean to pay the provider.
  if ((await context.terms()).version === 0n) return { ...NO_WISH, paymentMethod: paymentMethod ?? null }
  const named = read(delivery ?? {}, context.store)
  const destination =
    named ??
    addressed ??
    (customer && otherwise?.toDefaultAddress ? await defaultDestination(context, customer) : null) ??
    otherwise?.to ??
    null
  return { destination, method: delivery?.method ?? null, paymentMethod: paymentMethod ?? null }
}

interface CheckoutWish extends Pick<AskedWish, 'delivery' | 'paymentMethod'> {
  /** The customer's address that the request has chosen. */
  address: CustomerAddress | null
  cart: Pick<StoredCart, 'delivery' | 'paymentMethod'> | null
  /** The destination is a part of the address, which has to be right also where no fee depends on it. */
  isInParts: boolean
}

/**
 * The same for a checkout. What the request says comes before what its cart says, also where only one of them names a
 * destination. It is read in any case, since the transaction may find terms that the store did not have a moment ago.
 * @throws Problem BAD_USER_INPUT when the region is not known
 */
export async function wishOfCheckout(
  context: Context,
  { delivery, paymentMethod, address, cart, isInParts }: CheckoutWish,
): Promise<Wish> {
  const { store } = context
  const { version } = await context.terms()
  const read = version === 0n && !isInParts ? findDestination : destinationOf
  const destination =
    read(delivery ?? {}, store) ??
    (address ? destinationOfAddress(address, store) : findDestination(cart?.delivery ?? {}, store))
  return {
    destination,
    method: (delivery ?? cart?.delivery)?.method ?? null,
    paymentMethod: paymentMethod ?? cart?.paymentMethod ?? null,
  }
}
