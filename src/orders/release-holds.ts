import type { Order, Prisma } from '../generated/prisma/client.ts'

/** Gives back what a pending order has reserved: stock, discount use and points. */
export async function releaseHolds(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId }: Pick<Order, 'storeId' | 'id'>,
): Promise<void> {
  await tx.stockHold.deleteMany({ where: { storeId, orderId } })
  await tx.pointsHold.deleteMany({ where: { storeId, orderId } })
  await tx.discountUse.deleteMany({ where: { storeId, orderId, expiresAt: { not: null } } })
}
