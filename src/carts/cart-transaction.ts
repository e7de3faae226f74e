import type { Prisma } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { hasSqlState } from '../platform/database/errors/sql-state.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { busy } from '../platform/problem.ts'

/**
 * Runs a transaction that locks carts. A cart is locked after its customer; an order locks it after stock and
 * customer, and before a discount.
 * @throws Problem UNAVAILABLE when a lock stays taken for too long
 */
export async function inCartTransaction<Result>(
  { db: { prisma } }: Pick<Services, 'db'>,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(prisma, work)
  } catch (error) {
    // PostgreSQL cancelled the statement because it waited too long for a lock.
    throw hasSqlState(error, '57014') ? busy(error) : error
  }
}
