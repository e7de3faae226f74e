import type { Order, Prisma } from '../generated/prisma/client.ts'

/** Gives back what a pending order has reserved: stock, discount use and points. */
export async function releaseHolds(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId, pointsUsed, discountId }: Pick<Order, 'storeId' | 'id' | 'pointsUsed' | 'discountId'>,
): Promise<void> {
  await tx.stockHold.deleteMany({ where: { storeId, orderId } })
  if (pointsUsed > 0) await tx.pointsHold.deleteMany({ where: { storeId, orderId } })
  if (discountId) await tx.discountUse.deleteMany({ where: { storeId, orderId, expiresAt: { not: null } } })
}
