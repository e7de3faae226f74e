import type { PersonScope } from '../customers/person.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { cartColumns, type StoredCart } from './stored-cart.ts'

/** More than a customer has, unless a program makes them. */
const MOST = 1_000

/** The customers' carts as JSON, the last used first. Their ids are left out: they are secrets. */
export async function personalCarts(
  { services, store }: PersonScope,
  customerIds: readonly string[],
): Promise<object[]> {
  const carts = await services.db.prisma.$queryRaw<StoredCart[]>`
    SELECT ${cartColumns} FROM carts
    WHERE store_id = ${store.id}::uuid AND customer_id = ANY (${[...customerIds]}::uuid[]) AND merged_into_id IS NULL
    ORDER BY touched_at DESC, id LIMIT ${MOST}`
  return carts.map(({ lines, discountCode, loyaltyPoints, updatedAt }) => ({
    items: lines.map(({ id, name, variant, qty }) => ({ product_id: id, name, variant, qty })),
    discount_code: discountCode,
    loyalty_points: loyaltyPoints,
    updated_at: updatedAt.toISOString(),
  }))
}

/** Deletes the customers' carts. @returns how many, without those that were merged into others */
export async function deleteCarts(
  tx: Prisma.TransactionClient,
  storeId: string,
  customerIds: readonly string[],
): Promise<number> {
  const deleted = await tx.$queryRaw<{ isMerged: boolean }[]>`
    DELETE FROM carts WHERE store_id = ${storeId}::uuid AND customer_id = ANY (${[...customerIds]}::uuid[])
    RETURNING merged_into_id IS NOT NULL AS "isMerged"`
  return deleted.filter(({ isMerged }) => !isMerged).length
}

/**
 * Deletes the carts of nobody's that the orders were made of: guests' own. A customer may have taken one over since, whose
 * it is then. @returns how many
 */
export function deleteGuestCarts(
  tx: Prisma.TransactionClient,
  storeId: string,
  orderIds: readonly string[],
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM carts WHERE store_id = ${storeId}::uuid AND customer_id IS NULL AND id IN (
      SELECT cart_id FROM orders WHERE store_id = ${storeId}::uuid AND id = ANY (${[...orderIds]}::uuid[])
    )`
}
