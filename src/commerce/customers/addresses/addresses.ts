import type { Context } from '../../../api/context.ts'
import type { CustomerAddress, Prisma } from '../../../generated/prisma/client.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { given } from '../../stores/store-write.ts'
import { getViewer } from '../account/find-viewer.ts'
import type { Viewer } from '../customers.sql.ts'
import { addressChange, addressInput } from './address-input.ts'
import { checkPlace } from './check-place.ts'

export const MAX_ADDRESSES = 20

export const listAddresses = ({ services, store }: Context, { id }: Pick<Viewer, 'id'>): Promise<CustomerAddress[]> =>
  services.db.prisma.customerAddress.findMany({
    where: { storeId: store.id, customerId: id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

export async function findAddress(
  context: Context,
  customer: Pick<Viewer, 'id'>,
  id: string,
): Promise<CustomerAddress | null> {
  const addresses = await listAddresses(context, customer)
  return addresses.find((address) => address.id === id.toLowerCase()) ?? null
}

/** The first is the default unless it says otherwise. @throws Problem UNAUTHENTICATED, BAD_USER_INPUT */
export async function addAddress(context: Context, input: unknown): Promise<CustomerAddress> {
  const { isDefault, ...address } = parseInput(addressInput, input)
  const { storeId, id: customerId } = await getViewer(context, 'Login required')
  checkPlace(address, null, context.store)
  const { services } = context
  return inTransaction(services.db.prisma, async (tx) => {
    await lockAddresses(tx, { storeId, customerId })
    const count = await tx.customerAddress.count({ where: { storeId, customerId } })
    if (count >= MAX_ADDRESSES) {
      throw new Problem('BAD_USER_INPUT', `There can be ${MAX_ADDRESSES} addresses at most. Remove one first.`, {
        reason: 'LIMIT_REACHED',
      })
    }
    const becomesDefault = isDefault ?? count === 0
    if (becomesDefault) await clearDefault(tx, { storeId, customerId })
    return tx.customerAddress.create({
      data: {
        ...given(address),
        name: address.name,
        lines: address.lines,
        city: address.city,
        storeId,
        customerId,
        isDefault: becomesDefault,
        createdAt: services.clock(),
      },
    })
  })
}

const PLACE = ['country', 'region', 'postalCode'] as const

/** Omitted fields stay, null clears. @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, NOT_FOUND */
export async function updateAddress(context: Context, id: string, input: unknown): Promise<CustomerAddress> {
  const { isDefault, ...changes } = parseInput(addressChange, input)
  const { storeId, id: customerId } = await getViewer(context, 'Login required')
  if (!isUuid(id)) throw notFound()
  return inTransaction(context.services.db.prisma, async (tx) => {
    await lockAddresses(tx, { storeId, customerId })
    if (PLACE.some((part) => changes[part] !== undefined)) {
      const before = await tx.customerAddress.findFirst({
        where: { storeId, id, customerId },
        select: { country: true, region: true, postalCode: true },
      })
      if (!before) throw notFound()
      checkPlace(changes, before, context.store)
    }
    if (isDefault) await clearDefault(tx, { storeId, customerId })
    const [changed] = await tx.customerAddress.updateManyAndReturn({
      where: { storeId, id, customerId },
      data: { ...given(changes), ...(isDefault != null && { isDefault }) },
    })
    if (!changed) throw notFound()
    return changed
  })
}

/** @throws Problem UNAUTHENTICATED, NOT_FOUND */
export async function removeAddress(context: Context, id: string): Promise<true> {
  const { storeId, id: customerId } = await getViewer(context, 'Login required')
  if (!isUuid(id)) throw notFound()
  const { count } = await context.services.db.prisma.customerAddress.deleteMany({ where: { storeId, id, customerId } })
  if (count === 0) throw notFound()
  return true
}

interface Owner {
  storeId: string
  customerId: string
}

/** Locks the customer's row, which serializes additions and changes of the default. */
async function lockAddresses(tx: Prisma.TransactionClient, { storeId, customerId }: Owner): Promise<void> {
  await lockRow(tx, 'customers', { storeId, id: customerId })
}

async function clearDefault(tx: Prisma.TransactionClient, owner: Owner): Promise<void> {
  await tx.customerAddress.updateMany({ where: { ...owner, isDefault: true }, data: { isDefault: false } })
}

const notFound = () => new Problem('NOT_FOUND', 'Address not found', { reason: 'ADDRESS_NOT_FOUND' })

export const addressLabel = ({ name, lines, city, region, postalCode, country, phone }: CustomerAddress): string =>
  [name, ...lines, city, region, postalCode, country, phone].filter((part) => part !== null).join(', ')
