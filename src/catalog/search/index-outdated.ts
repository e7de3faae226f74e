import type { Services } from '../../gateway/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { raiseContentVersion } from '../../stores/change-content.ts'
import { inBatches } from './batches.ts'
import { indexProducts, indexRatings } from './index-products.sql.ts'
import { WORD_RULES } from './search-row.ts'

const BATCH = 200

/**
 * Indexes the products of all stores that are not indexed as they are: those from before there was an index, those that
 * an earlier version of the service has changed meanwhile, and those whose words were made by other rules. After `signal` it starts nothing
 * new.
 * @returns the number of products
 */
export async function indexOutdated(
  { db: { prisma } }: Pick<Services, 'db'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  return await inBatches(prisma, signal, { size: BATCH, work: indexBatch })
}

/** Indexes the first outdated products of a store behind another. @returns their ids in order */
async function indexBatch(tx: Prisma.TransactionClient, storeId: string, after: string): Promise<string[]> {
  const outdated = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM products AS p
    WHERE store_id = ${storeId}::uuid AND id > ${after}::uuid AND NOT EXISTS (
      SELECT 1 FROM product_search AS s
      WHERE s.store_id = ${storeId}::uuid AND s.product_id = p.id AND s.product_version = p.version
        AND s.offers_version = p.version AND s.words_version = p.version AND s.word_rules = ${WORD_RULES}
        AND s.rating = CASE WHEN p.review_count = 0 THEN 0 ELSE round(p.rating_sum * 100.0 / p.review_count)::int END
    )
    ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE OF p`
  if (outdated.length === 0) return []
  const ids = outdated.map(({ id }) => id)
  const known = await tx.productSales.findMany({
    where: { storeId, productId: { in: ids } },
    select: { productId: true },
  })
  const isKnown = new Set(known.map(({ productId }) => productId))
  await indexProducts({ tx, storeId }, ids)
  await indexRatings({ tx, storeId }, ids)
  await countEarlierSales(
    tx,
    storeId,
    ids.filter((id) => !isKnown.has(id)),
  )
  await raiseContentVersion(tx, storeId)
  return ids
}

/** Sets what products have sold of which nothing was counted yet. */
async function countEarlierSales(tx: Prisma.TransactionClient, storeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw`
    UPDATE product_sales SET units = least(sold.units, 2147483647)
    FROM (
      SELECT item.product_id, sum(item.qty) AS units
      FROM order_items AS item JOIN orders ON orders.store_id = ${storeId}::uuid AND orders.id = item.order_id
      WHERE item.store_id = ${storeId}::uuid AND item.product_id = ANY(${[...ids]}::uuid[])
        AND orders.payment_status = 'PAID' AND orders.status <> 'CANCELLED'
      GROUP BY item.product_id
    ) AS sold
    WHERE product_sales.store_id = ${storeId}::uuid AND product_sales.product_id = sold.product_id`
}
