import type { Services } from '../../gateway/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { inBatches } from './batches.ts'
import { HAS_MOVED, OPTIONS_HASH } from './offers.sql.ts'

/** Few, because each may have hundreds of variants, whose buyers wait for the end of a batch. */
const BATCH = 20

/**
 * Tells the search rows of all stores which variants are sold out, and a hash of their options. Searches find the
 * same without it, but look at the variants of each product that it has not come to. After `signal` it starts nothing new.
 * @returns the number of products
 */
export async function indexStock(
  { db: { prisma } }: Pick<Services, 'db'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  return await inBatches(prisma, signal, { size: BATCH, work: indexBatch })
}

/**
 * Tells the first rows behind a product what they do not know. It waits for no lock, so that it takes part in no
 * deadlock: what somebody has locked is left to the next run.
 * @returns the products in order
 */
async function indexBatch(tx: Prisma.TransactionClient, storeId: string, after: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT s.product_id AS id FROM product_search AS s
    WHERE s.store_id = ${storeId}::uuid AND s.product_id > ${after}::uuid AND (
      s.told_version IS DISTINCT FROM s.offers_version OR EXISTS (
        SELECT 1 FROM variants WHERE store_id = ${storeId}::uuid AND product_id = s.product_id AND ${HAS_MOVED}
      )
    )
    ORDER BY s.product_id LIMIT ${BATCH} FOR NO KEY UPDATE OF s SKIP LOCKED`
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return ids
  // The rows are locked before their variants are read here, so `sold_out` is always what `indexed_sold_out` says. A row
  // with a variant of which nobody was told stays untold.
  await tx.$executeRaw`
    WITH untold AS MATERIALIZED (
      SELECT id FROM variants
      WHERE store_id = ${storeId}::uuid AND product_id = ANY(${ids}::uuid[])
        AND indexed_sold_out IS DISTINCT FROM (stock IS NOT DISTINCT FROM 0)
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), told AS (
      UPDATE variants SET indexed_sold_out = stock IS NOT DISTINCT FROM 0 FROM untold
      WHERE variants.store_id = ${storeId}::uuid AND variants.id = untold.id
      RETURNING variants.id, indexed_sold_out
    )
    UPDATE product_search AS s
    SET options_key = ${OPTIONS_HASH}, sold_out = now.sold_out,
      told_version = CASE WHEN now.is_whole THEN s.offers_version END
    FROM (
      SELECT written.product_id, count(v.id) = count(is_sold_out) AS is_whole,
        coalesce(array_agg(v.id ORDER BY array_position(written.offer_ids, v.id)) FILTER (WHERE is_sold_out), '{}') AS sold_out
      FROM product_search AS written
      LEFT JOIN (
        SELECT variants.product_id, variants.id, coalesce(told.indexed_sold_out, variants.indexed_sold_out) AS is_sold_out
        FROM variants LEFT JOIN told ON told.id = variants.id
        WHERE variants.store_id = ${storeId}::uuid AND variants.product_id = ANY(${ids}::uuid[])
      ) AS v ON v.product_id = written.product_id
      WHERE written.store_id = ${storeId}::uuid AND written.product_id = ANY(${ids}::uuid[])
      GROUP BY written.product_id
    ) AS now
    WHERE s.store_id = ${storeId}::uuid AND s.product_id = now.product_id`
  return ids
}
