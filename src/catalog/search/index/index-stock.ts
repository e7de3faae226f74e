import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../graphql/context.ts'
import { inBatches } from './batches.ts'
import { lockMoved, writeSoldOut } from './index-products.sql.ts'

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
  const ids = await lockMoved(tx, storeId, { after, take: BATCH })
  if (ids.length > 0) await writeSoldOut(tx, storeId, ids)
  return ids
}
