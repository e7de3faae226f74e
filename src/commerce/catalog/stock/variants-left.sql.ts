import { Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'

// SQL: many products at once.

/** Whether what was told of a product's variants leaves any; null without variants. */
export const variantsLeft = (storeId: string, product: string): Prisma.Sql => Prisma.sql`(
  SELECT bool_or(NOT coalesce(told.indexed_sold_out, false)) FROM variants AS told
  WHERE told.store_id = ${storeId}::uuid AND told.product_id = ${Prisma.raw(product)}
)`

/** After a change of which variants there are, or of what is told of them. The caller has locked the products before. */
export async function tellVariantsLeft(
  { tx, storeId }: { tx: Pick<SqlClient, '$executeRaw'>; storeId: string },
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return
  const left = variantsLeft(storeId, 'products.id')
  await tx.$executeRaw`
    UPDATE products SET variants_left = ${left}
    WHERE store_id = ${storeId}::uuid AND id = ANY(${[...productIds]}::uuid[]) AND variants_left IS DISTINCT FROM ${left}`
}
