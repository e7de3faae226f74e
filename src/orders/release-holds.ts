import type { Order, Prisma } from '../generated/prisma/client.ts'

/** Releases the stock, discount use and points that a pending order holds. */
export async function releaseHolds(
  tx: Prisma.TransactionClient,
  { storeId, id: orderId }: Pick<Order, 'storeId' | 'id'>,
): Promise<void> {
  await tx.$executeRaw`
    WITH
      stock AS (DELETE FROM stock_holds WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid),
      points AS (DELETE FROM points_holds WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid),
      discount AS (
        DELETE FROM discount_uses
        WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid AND expires_at IS NOT NULL
      )
    DELETE FROM order_holders WHERE store_id = ${storeId}::uuid AND order_id = ${orderId}::uuid`
}
