import type { SqlClient } from '../../../platform/database/sql.ts'

// SQL: looks into the arrays of all products of a store.

/**
 * How many different addresses at other hosts products and variants have beside `known`, up to `most`. A cluster needs
 * the store named in each part.
 */
export async function countLinkedPictures(
  sql: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  { known, most }: { known: readonly string[]; most: number },
): Promise<number> {
  const [row] = await sql.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT DISTINCT address
      FROM products CROSS JOIN LATERAL unnest(coalesce(images, '{}') || ARRAY(
        SELECT picture FROM variants
        WHERE store_id = ${storeId}::uuid AND product_id = products.id AND picture IS NOT NULL
      )) AS address
      WHERE store_id = ${storeId}::uuid AND address ~* '^https?://' AND address <> ALL (${[...known]}::text[])
      LIMIT ${most}::int
    ) AS linked`
  return row?.count ?? 0
}
