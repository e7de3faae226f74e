import { Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { arrayOf, onceLocked } from '../../../platform/database/statements.ts'
import { storeStatement } from '../../../platform/database/store-statement.ts'
import { MAX_INTEGER } from '../../../platform/integer.ts'
import { poolKey, type StockChange } from './stock.ts'

// SQL: an order locks and changes all its counters in the statements that price and settle it.

/**
 * CTEs that lock and read the counters: products before variants, each by ascending id, as every transaction must, or
 * they could deadlock.
 * @param lines selects `product_id`, `variant_id` and `variant_stock`
 * @param earlier CTEs whose rows are locked before
 */
export const lockingStock = (
  storeId: string,
  lines: Prisma.Sql,
  ...earlier: readonly string[]
): Prisma.Sql => Prisma.sql`
  lines AS MATERIALIZED (${lines}),
  counted_products AS MATERIALIZED (
    SELECT id, stock FROM products
    WHERE store_id = ${storeId}::uuid AND id IN (SELECT product_id FROM lines WHERE variant_stock IS NULL)
      AND stock IS NOT NULL AND ${onceLocked(...earlier)}
    ORDER BY id FOR NO KEY UPDATE
  ),
  counted_variants AS MATERIALIZED (
    SELECT id, stock FROM variants
    WHERE store_id = ${storeId}::uuid AND id IN (SELECT variant_id FROM lines) AND stock IS NOT NULL
      AND ${onceLocked(...earlier, 'counted_products')}
    ORDER BY id FOR NO KEY UPDATE
  )`

/**
 * The caller has locked the counters; none may fall below 0. Versions stay, so that owners can save edits after a sale.
 */
export function stockChanges(storeId: string, changes: readonly StockChange[], now: Date): Prisma.Sql[] {
  const products = unitsById(changes.filter(({ pool }) => pool.variantId === null))
  const variants = unitsById(changes.filter(({ pool }) => pool.variantId !== null))
  const ofProducts = Prisma.sql`
    UPDATE products SET stock = LEAST(stock::bigint + change.units, ${MAX_INTEGER}), updated_at = ${now}
    FROM unnest(${arrayOf([...products.keys()], 'uuid')}, ${arrayOf([...products.values()], 'int')}) AS change (id, units)
    WHERE store_id = ${storeId}::uuid AND products.id = change.id AND stock IS NOT NULL`
  const ofVariants = Prisma.sql`
    UPDATE variants SET stock = LEAST(stock::bigint + change.units, ${MAX_INTEGER})
    FROM unnest(${arrayOf([...variants.keys()], 'uuid')}, ${arrayOf([...variants.values()], 'int')}) AS change (id, units)
    WHERE store_id = ${storeId}::uuid AND variants.id = change.id AND stock IS NOT NULL`
  return [...(products.size > 0 ? [ofProducts] : []), ...(variants.size > 0 ? [ofVariants] : [])]
}

function unitsById(changes: readonly StockChange[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const change of changes) units.set(poolKey(change.pool), (units.get(poolKey(change.pool)) ?? 0) + change.units)
  return units
}

export const heldAsJson = (storeId: string, productIds: readonly string[], now: Date): Prisma.Sql => Prisma.sql`(
  SELECT json_object_agg(counter, units) FROM (
    SELECT coalesce(variant_id, product_id) AS counter, sum(qty) AS units FROM stock_holds
    WHERE store_id = ${storeId}::uuid AND product_id = ANY(${arrayOf(productIds, 'uuid')}) AND expires_at > ${now}::timestamptz
    GROUP BY 1
  ) AS held
)`

/** Negative units take a sale back. */
export interface Sale {
  productId: string
  units: number
}

/** Locks by ascending id, after all other rows of the order. @param earlier CTEs that lock other rows */
export function countedSales(storeId: string, sales: readonly Sale[], earlier: readonly string[] = []): Prisma.Sql {
  const units = new Map<string, number>()
  for (const sale of sales) units.set(sale.productId, (units.get(sale.productId) ?? 0) + sale.units)
  return Prisma.sql`
    UPDATE product_sales SET units = greatest(product_sales.units + sold.units, 0)
    FROM (
      SELECT product_id, sale.units
      FROM unnest(${arrayOf([...units.keys()], 'uuid')}, ${arrayOf([...units.values()], 'int')}) AS sale (id, units)
      JOIN product_sales ON store_id = ${storeId}::uuid AND product_id = sale.id
      WHERE ${onceLocked(...earlier)}
      ORDER BY product_id FOR NO KEY UPDATE OF product_sales
    ) AS sold
    WHERE product_sales.store_id = ${storeId}::uuid AND product_sales.product_id = sold.product_id`
}

export const countSales = (tx: Pick<SqlClient, '$executeRaw'>, storeId: string, sales: readonly Sale[]) =>
  tx.$executeRaw(countedSales(storeId, sales))

export const stockOf = storeStatement<{ id: string; stock: number }>(
  'stock',
  `SELECT id, stock FROM products WHERE store_id = $1 AND id = ANY ($2::uuid[]) AND stock IS NOT NULL
   UNION ALL
   SELECT id, stock FROM variants WHERE store_id = $1 AND product_id = ANY ($2::uuid[]) AND stock IS NOT NULL`,
)
