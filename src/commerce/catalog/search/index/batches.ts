import type { Prisma, PrismaClient } from '../../../../generated/prisma/client.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface Batches {
  size: number
  /** Handles the next `size` products after an id and returns their ids in order; fewer end the store. */
  work: (tx: Prisma.TransactionClient, storeId: string, after: string) => Promise<string[]>
}

/** A failing store does not stop the others. @returns the number of products @throws the first error at the end */
export async function inBatches(prisma: PrismaClient, signal: AbortSignal, { size, work }: Batches): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  let after = FIRST_ID
  while (!signal.aborted) {
    const [store] = await prisma.store.findMany({
      where: { id: { gt: after } },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: 1,
    })
    if (!store) break
    after = store.id
    try {
      let ids: string[]
      let last = FIRST_ID
      do {
        ids = await inTransaction(prisma, (tx) => work(tx, store.id, last))
        done += ids.length
        last = ids.at(-1) ?? last
      } while (ids.length === size && !signal.aborted)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}
