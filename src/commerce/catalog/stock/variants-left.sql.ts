import { Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'

// SQL: many products at once.

/** Whether the indexed stock of a product's variants leaves any; null without variants. */
export const variantsLeft = (storeId: string, product: string): Prisma.Sql => Prisma.sql`(
  SELECT bool_or(NOT coalesce(v.indexed_sold_out, false)) FROM variants AS v
  WHERE v.store_id = ${storeId}::uuid AND v.product_id = ${Prisma.raw(product)}
)`

/** After a change of which variants there are, or of their indexed stock. The caller has locked the products before. */
export async function updateVariantsLeft(
  { tx, storeId }: { tx: Pick<SqlClient, '$executeRaw'>; storeId: string },
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return
  const left = variantsLeft(storeId, 'products.id')
  await tx.$executeRaw`
    UPDATE products SET variants_left = ${left}
    WHERE store_id = ${storeId}::uuid AND id = ANY(${[...productIds]}::uuid[]) AND variants_left IS DISTINCT FROM ${left}`
}
