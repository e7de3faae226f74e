import { type Order, Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { onceLocked, withCtes } from '../platform/database/statements.ts'

type Held = Pick<Order, 'storeId' | 'id' | 'pointsUsed'>

/**
 * Releases the stock, discount use and points that a pending order holds.
 * @param givenUpAt when the buyer gave it up, so that it counts as left unpaid: or else who fails or cancels in time could
 * hold everything for ever. Null when it is not their doing.
 */
export async function releaseHolds(tx: SqlClient, order: Held, givenUpAt: Date | null): Promise<void> {
  const released = [releasedDiscountUse(order), ...releasedHolds(order, givenUpAt)]
  // All that writes holds does so in this order, on PostgreSQL the last first.
  await tx.$executeRaw(withCtes(released.slice(0, -1), released.at(-1) ?? Prisma.empty))
}

/** Releases what several orders hold. @param pending those that are still to be paid; the others hold nothing */
export async function releaseHoldsOf(
  tx: Prisma.TransactionClient,
  storeId: string,
  { all, pending }: { all: string[]; pending: string[] },
): Promise<void> {
  const where = { storeId, orderId: { in: pending } }
  await tx.pointsHold.deleteMany({ where })
  // Those that the buyer gave up have left some as well.
  await tx.orderHolder.deleteMany({ where: { storeId, orderId: { in: all } } })
  await tx.stockHold.deleteMany({ where })
  await tx.discountUse.deleteMany({ where: { ...where, expiresAt: { not: null } } })
}

/**
 * The statements that release what a pending order holds, but for its discount use.
 * @param earlier the parts of the same statement whose rows are to be locked before
 */
export function releasedHolds(
  { storeId, id: orderId, pointsUsed }: Held,
  givenUpAt: Date | null,
  ...earlier: readonly string[]
): Prisma.Sql[] {
  const ofOrder = Prisma.sql`store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND ${onceLocked(...earlier)}`
  return [
    Prisma.sql`DELETE FROM stock_holds WHERE ${ofOrder}`,
    givenUpAt === null
      ? Prisma.sql`DELETE FROM order_holders WHERE ${ofOrder}`
      : Prisma.sql`UPDATE order_holders SET expires_at = ${givenUpAt} WHERE ${ofOrder} AND expires_at > ${givenUpAt}`,
    ...(pointsUsed > 0 ? [Prisma.sql`DELETE FROM points_holds WHERE ${ofOrder}`] : []),
  ]
}

/** The statement that releases the discount use that a pending order holds. */
export const releasedDiscountUse = ({ storeId, id: orderId }: Pick<Held, 'storeId' | 'id'>): Prisma.Sql => Prisma.sql`
  DELETE FROM discount_uses
  WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND expires_at IS NOT NULL`
