import { phoneIdentity } from '../customers/phone.ts'
import { type Order, Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import type { Cte } from '../platform/database/statements.ts'

/**
 * The statements that turn the discount use which the order holds into a permanent one, even if the hold has expired.
 * The discount may have been deleted.
 * The one that locks the discount has a name.
 */
export function countedDiscountUse(order: Order, now: Date): Cte[] {
  const { storeId, id: orderId, discountId } = order
  if (!discountId) return []
  const buyerKey = discountBuyer(order.customerId, order.buyerPhone)
  return [
    Prisma.sql`
      INSERT INTO discount_uses (store_id, order_id, discount_id, buyer_key, expires_at)
      VALUES (${storeId}::uuid, ${orderId}::uuid, ${discountId}::uuid, ${buyerKey}, NULL)
      ON CONFLICT (store_id, order_id) DO UPDATE SET expires_at = NULL`,
    {
      name: 'counted_use',
      statement: Prisma.sql`
        UPDATE discounts SET times_used = times_used + 1, updated_at = ${now}
        WHERE store_id = ${storeId}::uuid AND id = ${discountId}::uuid
        RETURNING id`,
    },
  ]
}

/** Takes back a discount use that was counted, unless that was done before. */
export async function returnDiscountUse(
  tx: SqlClient,
  { storeId, id: orderId, discountId }: Order,
  now: Date,
): Promise<void> {
  if (!discountId) return
  const count = await tx.$executeRaw`
    DELETE FROM discount_uses
    WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND expires_at IS NULL`
  if (count === 0) return
  await tx.$executeRaw`
    UPDATE discounts SET times_used = times_used - 1, updated_at = ${now}
    WHERE store_id = ${storeId}::uuid AND id = ${discountId}::uuid AND times_used > 0`
}

/** The key shared by all guests whose phone contains no digits. */
export const NAMELESS_BUYER = 'phone:'

/** The key that limits per customer are counted by: the customer's id, or a guest's phone number. */
export const discountBuyer = (customerId: string | null, phone: string): string =>
  customerId ?? `${NAMELESS_BUYER}${phoneIdentity(phone)}`
