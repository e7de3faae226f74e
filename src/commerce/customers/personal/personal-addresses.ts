import type { CustomerAddress, Prisma } from '../../../generated/prisma/client.ts'
import { addressLabel } from '../addresses/addresses.ts'
import type { PersonScope } from '../person.ts'

async function read({ services, store }: PersonScope, customerIds: readonly string[]): Promise<CustomerAddress[]> {
  // On Citus, a query for nobody would go to all shards.
  if (customerIds.length === 0) return []
  return services.db.prisma.customerAddress.findMany({
    where: { storeId: store.id, customerId: { in: [...customerIds] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}

/** Oldest first. */
export async function addressesOf(scope: PersonScope, customerIds: readonly string[]): Promise<object[]> {
  const addresses = await read(scope, customerIds)
  return addresses.map(({ storeId, customerId, postalCode, isDefault, createdAt, updatedAt, ...address }) => ({
    ...address,
    postal_code: postalCode,
    is_default: isDefault,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }))
}

/** Texts that must be nowhere after erasure. */
export async function addressTexts(scope: PersonScope, customerIds: readonly string[]): Promise<string[]> {
  const addresses = await read(scope, customerIds)
  return addresses.flatMap((address) => [
    ...[addressLabel(address), address.name, ...address.lines],
    ...(address.phone === null ? [] : [address.phone]),
  ])
}

export async function deleteAddresses(
  tx: Prisma.TransactionClient,
  storeId: string,
  customerIds: readonly string[],
): Promise<void> {
  await tx.customerAddress.deleteMany({ where: { storeId, customerId: { in: [...customerIds] } } })
}
