import type { Context } from '../../api/context.ts'
import type { CustomerAddress, Store } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import { homeCountry } from '../../shared/countries.ts'
import type { Viewer } from '../customers/customers.sql.ts'
import { knownDestination } from './destination.ts'
import type { Destination } from './zones.ts'

type Place = Pick<CustomerAddress, 'country' | 'region' | 'postalCode'>

/**
 * The destination of an address of the customer's; null when its country is not known.
 * @throws Problem BAD_USER_INPUT when the customer has no such address
 */
export async function addressedDestination(
  { services, store }: Pick<Context, 'services' | 'store'>,
  customer: Viewer | null,
  id: string,
): Promise<Destination | null> {
  const address =
    customer && isUuid(id)
      ? await services.db.prisma.customerAddress.findFirst({
          where: { storeId: store.id, customerId: customer.id, id },
          select: { country: true, region: true, postalCode: true },
        })
      : null
  if (!address) throw new Problem('BAD_USER_INPUT', 'Address not found', { field: 'addressId' })
  return destinationOfAddress(address, store)
}

/** The destination of the customer's default address, or of their first; null when they have none. */
export async function defaultDestination(
  { services, store }: Pick<Context, 'services' | 'store'>,
  customer: Viewer,
): Promise<Destination | null> {
  const address = await services.db.prisma.customerAddress.findFirst({
    where: { storeId: store.id, customerId: customer.id },
    orderBy: [{ isDefault: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
    select: { country: true, region: true, postalCode: true },
  })
  return address && destinationOfAddress(address, store)
}

/** An address has its region and postal code as free text, of which only what can be counts. */
export function destinationOfAddress(
  { country, region, postalCode }: Place,
  store: Pick<Store, 'shippingCountry' | 'currency'>,
): Destination | null {
  const place = country ?? homeCountry(store)
  if (place === null) return null
  return knownDestination({ country: place, region, postalCode })
}
