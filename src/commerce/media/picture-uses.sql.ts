import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'

// SQL: looks into the arrays of all products of a store, in one statement each.

/** Of the row of `products`, those that only its variants have included. A cluster needs the store named in each part. */
const addressesOfProduct = (storeId: string) => Prisma.sql`unnest(images || ARRAY(
  SELECT DISTINCT picture FROM variants
  WHERE store_id = ${storeId}::uuid AND product_id = products.id AND picture <> ALL (coalesce(images, '{}'))
)) AS address`

/** Of a request, or of a transaction. */
export type Client = Pick<SqlClient, '$queryRaw'>

export interface ProductUse {
  /** Of the picture. */
  id: string
  productId: string
  productName: string
  /** The alternative text there; empty when not given. */
  alt: string
  /** How many products use the picture. */
  count: number
}

const ID_LENGTH = 36

/** The newest `most` products that use each of the pictures. @param folder of the store's pictures, such as `/media/demo/` */
export function productUses(
  sql: Client,
  storeId: string,
  { folder, ids, most }: { folder: string; ids: readonly string[]; most: number },
): Promise<ProductUse[]> {
  const paths = ids.map((id) => folder + id)
  return sql.$queryRaw`
    SELECT right(path, ${ID_LENGTH}::int) AS id, "productId", "productName", alt, count
    FROM (
      SELECT lower(address) AS path, products.id AS "productId", name AS "productName",
        coalesce((SELECT one->>'alt' FROM jsonb_array_elements(media) AS one WHERE one->>'url' = address LIMIT 1), '') AS alt,
        count(*) OVER (PARTITION BY lower(address))::int AS count,
        row_number() OVER (PARTITION BY lower(address) ORDER BY created_at DESC, products.id DESC) AS place
      FROM products, ${addressesOfProduct(storeId)}
      WHERE store_id = ${storeId}::uuid AND lower(address) = ANY(${paths}::text[])
    ) AS uses
    WHERE place <= ${most}::int
    ORDER BY path, place`
}

/** The ids of the store's pictures that products use. */
export async function picturesOfProducts(sql: Client, storeId: string, folder: string): Promise<string[]> {
  const rows: { id: string }[] = await sql.$queryRaw`
    SELECT DISTINCT pictures.id
    FROM products CROSS JOIN ${addressesOfProduct(storeId)}
    JOIN pictures ON pictures.store_id = ${storeId}::uuid AND pictures.id = lower(right(address, ${ID_LENGTH}::int))
    WHERE products.store_id = ${storeId}::uuid AND starts_with(lower(address), ${folder})`
  return rows.map(({ id }) => id)
}
