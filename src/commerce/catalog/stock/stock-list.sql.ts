import type { SqlClient } from '../../../platform/database/sql.ts'

// SQL: locks and changes many counters at once, in the order that checkouts lock them.

/** A product or variant that counts units. */
export interface CodedCounter {
  sku: string
  stock: number | null
  productId: string
  variantId: string | null
  name: string
  options: unknown
  optionNames: string[]
}

/** The counters with one of the SKUs. */
export async function countersOf(
  tx: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  skus: readonly string[],
): Promise<CodedCounter[]> {
  return tx.$queryRaw`
    SELECT sku, stock, id AS "productId", NULL::uuid AS "variantId", name, NULL::jsonb AS options, '{}'::text[] AS "optionNames"
    FROM products WHERE store_id = ${storeId}::uuid AND sku = ANY(${[...skus]}::text[])
    UNION ALL
    SELECT variants.sku, variants.stock, products.id, variants.id, products.name, variants.options, variants.option_names
    FROM variants JOIN products ON products.store_id = variants.store_id AND products.id = variants.product_id
    WHERE variants.store_id = ${storeId}::uuid AND variants.sku = ANY(${[...skus]}::text[])`
}

/** Locks the counters with one of the SKUs, products before variants and each by id. */
export async function lockCounters(
  tx: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  skus: readonly string[],
): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM products WHERE store_id = ${storeId}::uuid AND sku = ANY(${[...skus]}::text[])
    ORDER BY id FOR NO KEY UPDATE`
  await tx.$queryRaw`
    SELECT id FROM variants WHERE store_id = ${storeId}::uuid AND sku = ANY(${[...skus]}::text[])
    ORDER BY id FOR NO KEY UPDATE`
}

export interface Recount {
  counter: CodedCounter
  /** Null stops counting. */
  stock: number | null
}

/** Sets the stocks of locked counters. Versions stay, so that an owner can still save an edit. */
export async function writeStocks(
  tx: Pick<SqlClient, '$executeRaw'>,
  storeId: string,
  recounts: readonly Recount[],
  now: Date,
): Promise<void> {
  const products = recounts.filter(({ counter }) => counter.variantId === null)
  const variants = recounts.filter(({ counter }) => counter.variantId !== null)
  await tx.$executeRaw`
    UPDATE products SET stock = recount.stock, updated_at = ${now}
    FROM unnest(${products.map(({ counter }) => counter.productId)}::uuid[], ${products.map(({ stock }) => stock)}::int[])
      AS recount (id, stock)
    WHERE store_id = ${storeId}::uuid AND products.id = recount.id`
  await tx.$executeRaw`
    UPDATE variants SET stock = recount.stock
    FROM unnest(${variants.map(({ counter }) => counter.variantId)}::uuid[], ${variants.map(({ stock }) => stock)}::int[])
      AS recount (id, stock)
    WHERE store_id = ${storeId}::uuid AND variants.id = recount.id`
}
