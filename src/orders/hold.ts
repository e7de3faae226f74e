import type { StockPool } from '../catalog/stock.ts'
import type { Order, Prisma } from '../generated/prisma/client.ts'
import { expired } from '../platform/database/retention.ts'

/** What an order reserves until its hold expires. */
export interface Reservation {
  holders: readonly string[]
  /** Lines whose stock is counted; `position` is the line's place in the order. */
  lines: readonly { position: number; pool: StockPool; qty: number }[]
  discount: { id: string; buyerKey: string } | null
}

/** Which holds are deleted: those of unpaid orders that have expired. Permanent discount uses do not expire. */
export const holdRetention = {
  stockHolds: expired('stock_holds'),
  orderHolders: expired('order_holders'),
  pointsHolds: expired('points_holds'),
  discountUses: expired('discount_uses'),
}

/** Stores what a pending order reserves, in one SQL statement. `releaseHolds` undoes it. */
export async function hold(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId, customerId, pointsUsed, holdExpiresAt: expiresAt }: Order,
  { holders, lines, discount }: Reservation,
): Promise<void> {
  const counted = JSON.stringify(lines.map(({ position, pool, qty }) => ({ position, ...pool, qty })))
  await tx.$executeRaw`
    WITH
      stock AS (
        INSERT INTO stock_holds (store_id, order_id, position, product_id, variant_id, qty, expires_at)
        SELECT ${storeId}::uuid, ${orderId}::uuid, position, "productId", "variantId", qty, ${expiresAt}
        FROM jsonb_to_recordset(${counted}::jsonb)
          AS line (position int, "productId" uuid, "variantId" uuid, qty int)
      ),
      discount AS (
        INSERT INTO discount_uses (store_id, order_id, discount_id, buyer_key, expires_at)
        SELECT ${storeId}::uuid, ${orderId}::uuid, id, ${discount?.buyerKey ?? ''}, ${expiresAt}
        FROM unnest(${discount ? [discount.id] : []}::uuid[]) AS id
      ),
      points AS (
        INSERT INTO points_holds (store_id, order_id, customer_id, points, expires_at)
        SELECT ${storeId}::uuid, ${orderId}::uuid, id, ${pointsUsed}::int, ${expiresAt}
        FROM unnest(${customerId && pointsUsed > 0 ? [customerId] : []}::uuid[]) AS id
      )
    INSERT INTO order_holders (store_id, order_id, holder, expires_at)
    SELECT ${storeId}::uuid, ${orderId}::uuid, holder, ${expiresAt} FROM unnest(${[...holders]}::text[]) AS holder`
}
