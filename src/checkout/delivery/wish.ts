import type { Viewer } from '../../customers/customers.sql.ts'
import { addressedDestination } from '../../delivery/addressed-destination.ts'
import { type DeliveryWish, destinationOf } from '../../delivery/destination.ts'
import type { Context } from '../../graphql/context.ts'
import { NO_WISH, type Wish } from './fulfilment.ts'

/** How a request wants an order delivered and paid. */
export interface AskedWish {
  delivery?: DeliveryWish | null | undefined
  addressId?: string | undefined
  paymentMethod?: string | null | undefined
}

/**
 * Reads where and how an order is to be delivered and paid; nothing where the store has no terms for it. What the request names of a destination comes before its
 * address.
 * @throws Problem BAD_USER_INPUT when the region is not known, or the customer has no such address
 */
export async function wishOf(
  context: Context,
  customer: Viewer | null,
  { delivery, addressId, paymentMethod }: AskedWish,
): Promise<Wish> {
  if ((await context.terms()).version === 0n) return NO_WISH
  const named = destinationOf(delivery ?? {}, context.store)
  const destination =
    named ?? (addressId === undefined ? null : await addressedDestination(context, customer, addressId))
  return { destination, method: delivery?.method ?? null, paymentMethod: paymentMethod ?? null }
}
