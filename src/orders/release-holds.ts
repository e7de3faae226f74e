import { type Order, Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { together } from '../platform/database/statements.ts'

type Held = Pick<Order, 'storeId' | 'id' | 'pointsUsed'>

/** Releases the stock, discount use and points that a pending order holds. */
export async function releaseHolds(tx: SqlClient, order: Held): Promise<void> {
  const released = [releasedDiscountUse(order), ...releasedHolds(order)]
  // All that writes holds does so in this order, on PostgreSQL the last first.
  await tx.$executeRaw(together(released.slice(0, -1), released.at(-1) ?? Prisma.empty))
}

/** Releases what several pending orders hold. */
export async function releaseHoldsOf(tx: Prisma.TransactionClient, storeId: string, ids: string[]): Promise<void> {
  const where = { storeId, orderId: { in: ids } }
  await tx.pointsHold.deleteMany({ where })
  await tx.orderHolder.deleteMany({ where })
  await tx.stockHold.deleteMany({ where })
  await tx.discountUse.deleteMany({ where: { ...where, expiresAt: { not: null } } })
}

/** The statements that release what a pending order holds, but for its discount use. */
export const releasedHolds = ({ storeId, id: orderId, pointsUsed }: Held): Prisma.Sql[] =>
  ['stock_holds', 'order_holders', ...(pointsUsed > 0 ? ['points_holds'] : [])].map(
    (table) => Prisma.sql`
      DELETE FROM ${Prisma.raw(table)} WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid`,
  )

/** The statement that releases the discount use that a pending order holds. */
export const releasedDiscountUse = ({ storeId, id: orderId }: Pick<Held, 'storeId' | 'id'>): Prisma.Sql => Prisma.sql`
  DELETE FROM discount_uses
  WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND expires_at IS NOT NULL`
