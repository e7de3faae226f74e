import { Prisma } from '../../generated/prisma/client.ts'
import { arrayOf, onceLocked } from '../../platform/database/statements.ts'

/** Units of a product that were sold, or, when negative, were not sold after all. */
export interface Sale {
  productId: string
  units: number
}

/**
 * The statement that counts sales, for the list of what sells best. It locks the rows by ascending id, so that no two
 * orders wait for each other. They are the last that an order locks.
 * @param earlier names of the parts of the same statement that lock other rows
 */
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
