import type { Viewer } from '../customers/customers.sql.ts'
import type { Context } from '../graphql/context.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'
import { homeCountry } from './destination.ts'
import { regionCode } from './regions.ts'
import type { Destination } from './zones.ts'

/**
 * The destination of an address of the customer's. Its region is free text, of which only a known one counts.
 * @throws Problem BAD_USER_INPUT when the customer has no such address
 */
export async function addressedDestination(
  { services, store }: Pick<Context, 'services' | 'store'>,
  customer: Viewer | null,
  id: string,
): Promise<Destination> {
  const address =
    customer && isUuid(id)
      ? await services.db.prisma.customerAddress.findFirst({
          where: { storeId: store.id, customerId: customer.id, id },
          select: { country: true, region: true, postalCode: true },
        })
      : null
  if (!address) throw new Problem('BAD_USER_INPUT', 'Address not found', { field: 'addressId' })
  const country = address.country ?? homeCountry(store)
  const region = address.region === null ? null : regionCode(country, address.region)
  return { country, region, postalCode: address.postalCode }
}
