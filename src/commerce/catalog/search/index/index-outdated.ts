import type { Services } from '../../../../api/context.ts'
import type { Prisma } from '../../../../generated/prisma/client.ts'
import { raiseContentVersion } from '../../../stores/change-content.ts'
import { inBatches } from './batches.ts'
import { countEarlierSales, indexProducts, indexRatings, lockOutdated } from './index-products.sql.ts'

const BATCH = 200

/** Missing products, and those indexed by an earlier version or by other rules. @returns the number of products */
export async function indexOutdated(
  { db: { prisma } }: Pick<Services, 'db'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  return await inBatches(prisma, signal, { size: BATCH, work: indexBatch })
}

async function indexBatch(tx: Prisma.TransactionClient, storeId: string, after: string): Promise<string[]> {
  const ids = await lockOutdated(tx, storeId, { after, take: BATCH })
  if (ids.length === 0) return []
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
