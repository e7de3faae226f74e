import type { Prisma } from '../../generated/prisma/client.ts'
import type { PersonScope } from '../customers/person.ts'
import type { DeliveryWish } from '../delivery/destination.ts'
import { storedCart } from './stored-cart.ts'

/** More than a customer has, unless a program makes them. */
const MOST = 1_000

/** Last used first, without their ids, which are secrets. */
export async function personalCarts(
  { services, store }: PersonScope,
  customerIds: readonly string[],
): Promise<object[]> {
  const carts = await services.db.prisma.cart.findMany({
    where: { storeId: store.id, customerId: { in: [...customerIds] }, mergedIntoId: null },
    orderBy: [{ touchedAt: 'desc' }, { id: 'asc' }],
    take: MOST,
  })
  return carts.map(storedCart).map(({ lines, discountCode, loyaltyPoints, delivery, paymentMethod, updatedAt }) => ({
    items: lines.map(({ id, name, variant, qty }) => ({ product_id: id, name, variant, qty })),
    discount_code: discountCode,
    loyalty_points: loyaltyPoints,
    ...(delivery && { delivery: wishAsJson(delivery) }),
    ...(paymentMethod !== null && { payment_method: paymentMethod }),
    updated_at: updatedAt.toISOString(),
  }))
}

const wishAsJson = ({ method, country, region, postalCode }: DeliveryWish) => ({
  method: method ?? null,
  country: country ?? null,
  region: region ?? null,
  postal_code: postalCode ?? null,
})

export async function deleteCarts(
  tx: Prisma.TransactionClient,
  storeId: string,
  customerIds: readonly string[],
): Promise<number> {
  const where = { storeId, customerId: { in: [...customerIds] } }
  const { count } = await tx.cart.deleteMany({ where: { ...where, mergedIntoId: null } })
  await tx.cart.deleteMany({ where })
  return count
}

/** Deletes the guests' carts that the orders came from, unless a customer has one by now. @returns how many */
export async function deleteGuestCarts(
  tx: Prisma.TransactionClient,
  storeId: string,
  orderIds: readonly string[],
): Promise<number> {
  const orders = await tx.order.findMany({
    where: { storeId, id: { in: [...orderIds] }, cartId: { not: null } },
    select: { cartId: true },
  })
  const ids = orders.flatMap(({ cartId }) => cartId ?? [])
  const { count } = await tx.cart.deleteMany({ where: { storeId, customerId: null, id: { in: ids } } })
  return count
}
