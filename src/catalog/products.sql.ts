import type { SqlClient } from '../platform/database/sql.ts'

// SQL, since these lock many rows in one order, or hold a lock that belongs to no row.

/** Waits until no other import into the store is running, and keeps others waiting until the transaction ends. */
export async function lockImports(tx: Pick<SqlClient, '$executeRaw'>, subdomain: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`import ${subdomain}`}, 0))`
}

/** The same without waiting. @returns whether no other import is running */
export async function tryLockImports(tx: Pick<SqlClient, '$queryRaw'>, subdomain: string): Promise<boolean> {
  const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`import ${subdomain}`}, 0)) AS taken`
  return lock?.taken === true
}

/**
 * Locks the stored products of the slugs, with their variants, and returns their names by slug. Locks are taken on products
 * before variants, each by ascending id, which is the order that checkouts use; a different order could deadlock.
 */
export async function lockProducts(
  tx: SqlClient,
  storeId: string,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  const products = await tx.$queryRaw<{ id: string; slug: string; name: string }[]>`
    SELECT id, slug, name FROM products
    WHERE store_id = ${storeId}::uuid AND slug = ANY(${[...slugs]}::text[])
    ORDER BY id FOR NO KEY UPDATE`
  await tx.$executeRaw`
    SELECT 1 FROM variants
    WHERE store_id = ${storeId}::uuid AND product_id = ANY(${products.map(({ id }) => id)}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`
  return new Map(products.map(({ slug, name }) => [slug, name]))
}

/** Locks the variants of a product, so that some can be deleted. */
export const lockVariants = (
  tx: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  productId: string,
): Promise<{ id: string; key: string }[]> => tx.$queryRaw`
  SELECT id, options_key AS key FROM variants
  WHERE store_id = ${storeId}::uuid AND product_id = ${productId}::uuid ORDER BY id FOR UPDATE`

/**
 * Updates PostgreSQL's statistics, as after the first part of many. Plans made while the tables were empty, including
 * those of foreign key checks, would read the whole table for every row, and plans made while the store was small all of
 * its products for every part. SKIP_LOCKED: if another session is analysing, its result is good enough.
 */
export async function analyseProducts(db: Pick<SqlClient, '$executeRaw'>): Promise<void> {
  await db.$executeRaw`ANALYZE (SKIP_LOCKED) products, variants, product_search, product_sales`
}
