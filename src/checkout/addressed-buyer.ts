import { addressLabel, findAddress } from '../customers/addresses/addresses.ts'
import type { Viewer } from '../customers/customers.sql.ts'
import type { Context } from '../graphql/context.ts'
import { Problem } from '../platform/problem.ts'
import type { Buyer } from './cart-input.ts'

/**
 * The buyer with the address of the customer's that the request names, written out as it is now; without one, as they
 * are. @throws Problem BAD_USER_INPUT when the customer has no such address, or two are given
 */
export async function addressedBuyer(
  context: Context,
  { buyer, addressId }: { buyer: Buyer; addressId?: string | undefined },
  customer: Viewer | null,
): Promise<Buyer> {
  if (addressId === undefined) return buyer
  if (buyer.address !== undefined)
    throw new Problem('BAD_USER_INPUT', 'Send addressId or buyer.address, not both', { field: 'addressId' })
  const address = customer && (await findAddress(context, customer, addressId))
  if (!address) throw new Problem('BAD_USER_INPUT', 'Address not found', { field: 'addressId' })
  return { ...buyer, address: addressLabel(address) }
}
