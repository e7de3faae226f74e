import type { SqlClient } from '../../platform/database/sql.ts'

// SQL: locks many rows in one order, and takes advisory locks.

/** Waits for other imports into the store and blocks them until the transaction ends. */
export async function lockImports(tx: Pick<SqlClient, '$executeRaw'>, subdomain: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`import ${subdomain}`}, 0))`
}

/** Does not wait. @returns whether no other import is running */
export async function tryLockImports(tx: Pick<SqlClient, '$queryRaw'>, subdomain: string): Promise<boolean> {
  const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`import ${subdomain}`}, 0)) AS taken`
  return lock?.taken === true
}

/** Products, then variants, by ascending id as checkouts do, to avoid deadlocks. @returns names by slug */
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

/** Plans made while tables were small would read them whole. SKIP_LOCKED: another session's result is good enough. */
export async function analyseProducts(db: Pick<SqlClient, '$executeRaw'>): Promise<void> {
  await db.$executeRaw`ANALYZE (SKIP_LOCKED) products, variants, product_search, product_sales`
}
