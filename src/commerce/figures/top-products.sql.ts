import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { linesOf, momentArray, soldIn } from './happened.sql.ts'
import type { Money } from './period.ts'
import type { ProductPieces } from './pieces.ts'

// SQL: adds up by product.

export interface TopProduct {
  productId: string
  /** Today's, or as it was last sold if the product is gone. */
  name: string
  units: number
  /** In subunits. */
  sales: bigint
}

export const readTopProducts = (
  sql: SqlClient,
  storeId: string,
  { months, days, raw, currency, playMoney, first }: ProductPieces & Money & { first: number },
): Promise<TopProduct[]> => {
  const added = Prisma.sql`play_money = ${playMoney}::boolean AND currency = ${currency} AND (
    is_month AND start = ANY (${momentArray(months)}) OR NOT is_month AND start = ANY (${momentArray(days)}))`
  return sql.$queryRaw<TopProduct[]>`
  SELECT top.product_id AS "productId", units, sales, coalesce(
    (SELECT name FROM products WHERE store_id = ${storeId}::uuid AND id = top.product_id),
    (SELECT name FROM order_items WHERE store_id = ${storeId}::uuid AND product_id = top.product_id
     ORDER BY order_id DESC LIMIT 1)
  ) AS name
  FROM (
    SELECT product_id, sum(units)::int AS units, sum(sales)::bigint AS sales FROM (
      SELECT product_id, units, sales FROM (SELECT ${linesOf(storeId, added)}) AS lines
      UNION ALL
      SELECT product_id, units, sales FROM (${soldIn(storeId, raw)}) AS sold
      WHERE play_money = ${playMoney}::boolean AND currency = ${currency}
    ) AS sold
    GROUP BY 1 ORDER BY sales DESC, units DESC, product_id LIMIT ${first}
  ) AS top
  ORDER BY sales DESC, units DESC, "productId"`
}
