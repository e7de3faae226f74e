import type { Services } from '../../../../api/context.ts'
import type { Prisma } from '../../../../generated/prisma/client.ts'
import { updateVariantsLeft } from '../../stock/variants-left.sql.ts'
import { inBatches } from './batches.ts'
import { lockFreeProducts, lockMoved, writeSoldOut } from './index-products.sql.ts'

/** Few: each may have hundreds of variants, whose buyers wait for the batch. */
const BATCH = 20

/** Searches read the variants of products that are not indexed yet. @returns the number of products */
export async function indexStock(
  { db: { prisma } }: Pick<Services, 'db'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  return await inBatches(prisma, signal, { size: BATCH, work: indexBatch })
}

/** Skips locked rows, so that it cannot deadlock; the next run gets them. @returns the ids in order */
async function indexBatch(tx: Prisma.TransactionClient, storeId: string, after: string): Promise<string[]> {
  const ids = await lockMoved(tx, storeId, { after, take: BATCH })
  // Before their variants, as orders do.
  const locked = await lockFreeProducts(tx, storeId, ids)
  if (locked.length > 0) {
    await writeSoldOut(tx, storeId, locked)
    await updateVariantsLeft({ tx, storeId }, locked)
  }
  return ids
}
