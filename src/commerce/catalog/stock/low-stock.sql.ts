import { Prisma } from '../../../generated/prisma/client.ts'
import { MOST_COUNTED } from '../../../platform/counted-page.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import type { KeysetValue } from '../../../platform/pagination.ts'

// SQL: lists products and variants as one, and is part of a statement that counts in many tables.

/** A product or variant that counts units. */
export interface LowStock {
  /** Of the variant, or else of the product. */
  id: string
  stock: number
  productId: string
  name: string
  slug: string
  variantId: string | null
  sku: string | null
  options: Prisma.JsonValue
  optionNames: string[]
}

/** Active ones. A product counts for itself unless all its variants do. */
export const lowStockOf = (storeId: string, threshold: number): Prisma.Sql => Prisma.sql`
  SELECT id, stock, id AS product_id, name, slug, NULL::uuid AS variant_id, sku, NULL::jsonb AS options,
    '{}'::text[] AS option_names
  FROM products
  WHERE store_id = ${storeId}::uuid AND active AND stock <= ${threshold}::int AND (
    EXISTS (
      SELECT FROM variants
      WHERE store_id = ${storeId}::uuid AND variants.product_id = products.id AND variants.stock IS NULL
    ) OR NOT EXISTS (
      SELECT FROM variants WHERE store_id = ${storeId}::uuid AND variants.product_id = products.id
    )
  )
  UNION ALL
  SELECT variants.id, variants.stock, products.id, products.name, products.slug, variants.id, variants.sku,
    variants.options, variants.option_names
  FROM variants JOIN products ON products.store_id = variants.store_id AND products.id = variants.product_id
  WHERE variants.store_id = ${storeId}::uuid AND products.active AND variants.stock <= ${threshold}::int`

/** The least first. */
export const readLowStock = (
  sql: SqlClient,
  storeId: string,
  { threshold, take, after: [stock, id] }: { threshold: number; take: number; after: readonly KeysetValue[] },
): Promise<LowStock[]> => sql.$queryRaw<LowStock[]>`
  SELECT id, stock, product_id AS "productId", name, slug, variant_id AS "variantId", sku, options,
    option_names AS "optionNames"
  FROM (${lowStockOf(storeId, threshold)}) AS low
  WHERE ${id === undefined ? Prisma.sql`true` : Prisma.sql`(stock, id) > (${stock}::int, ${id}::uuid)`}
  ORDER BY stock, id LIMIT ${take}`

export async function countLowStock(sql: SqlClient, storeId: string, threshold: number): Promise<number> {
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM (${lowStockOf(storeId, threshold)}) AS low LIMIT ${MOST_COUNTED + 1}
    ) AS counted`
  return row?.count ?? 0
}
