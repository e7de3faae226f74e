import { Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'

// SQL, since a list may have more codes than a statement takes parameters.

/** What identifies a product or a variant in stock. No two of a store's products and variants share one. */
export const codeNames = ['sku', 'barcode'] as const
export type CodeName = (typeof codeNames)[number]

/** A product or variant that has a code. */
export interface CodeHolder {
  code: string
  slug: string
  productId: string
  /** Null when it is the product itself. */
  variantId: string | null
  optionsKey: string | null
}

/** The products and variants that have one of the codes. */
export function codeHolders(
  tx: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  name: CodeName,
  codes: readonly string[],
): Promise<CodeHolder[]> {
  const column = Prisma.raw(name)
  return tx.$queryRaw`
    SELECT ${column} AS code, slug, id AS "productId", NULL::uuid AS "variantId", NULL AS "optionsKey"
    FROM products WHERE store_id = ${storeId}::uuid AND ${column} = ANY(${[...codes]}::text[])
    UNION ALL
    SELECT variants.${column}, products.slug, products.id, variants.id, variants.options_key
    FROM variants JOIN products ON products.store_id = variants.store_id AND products.id = variants.product_id
    WHERE variants.store_id = ${storeId}::uuid AND variants.${column} = ANY(${[...codes]}::text[])`
}

/** Takes their code from products and variants that are about to get another one. */
export async function releaseCodes(
  tx: Pick<SqlClient, '$executeRaw'>,
  storeId: string,
  name: CodeName,
  holders: readonly CodeHolder[],
): Promise<void> {
  const column = Prisma.raw(name)
  const products = holders.filter(({ variantId }) => variantId === null).map(({ productId }) => productId)
  const variants = holders.flatMap(({ variantId }) => variantId ?? [])
  if (products.length > 0)
    await tx.$executeRaw`
      UPDATE products SET ${column} = NULL WHERE store_id = ${storeId}::uuid AND id = ANY(${products}::uuid[])`
  if (variants.length > 0)
    await tx.$executeRaw`
      UPDATE variants SET ${column} = NULL WHERE store_id = ${storeId}::uuid AND id = ANY(${variants}::uuid[])`
}
