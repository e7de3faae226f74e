import { Prisma, type PrismaClient } from '../generated/prisma/client.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { createFairTurns, type FairTurns } from '../platform/fair-turns.ts'
import { busy } from '../platform/problem.ts'

/**
 * Fewer places than the process has database connections, so that reads still find a free connection while these
 * transactions wait for locks. `perKey` leaves some of the places to other stores when one store has a rush.
 */
const TURNS = { places: 6, perKey: 4, longestWaitMs: 15_000 }

/**
 * Runs a transaction of a buyer that may wait for locks. Such transactions queue in memory, with the stores taking
 * turns, because otherwise most would time out waiting for a connection.
 * @throws Problem UNAVAILABLE when the wait for a place or for a lock takes too long
 */
export async function inOrderTransaction<Result>(
  prisma: PrismaClient,
  storeId: string,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  retry?: (error: unknown) => boolean,
): Promise<Result> {
  const leave = await turnsOf(prisma).enter(storeId)
  try {
    return await inTransaction(prisma, work, retry)
  } catch (error) {
    throw isTimedOut(error) ? busy(error) : error
  } finally {
    leave()
  }
}

/** PostgreSQL cancelled the statement because it waited too long for a lock (code 57014). */
const isTimedOut = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && JSON.stringify(error.meta ?? {}).includes('"57014"')

const allTurns = new WeakMap<PrismaClient, FairTurns>()

function turnsOf(prisma: PrismaClient): FairTurns {
  const turns = allTurns.get(prisma) ?? createFairTurns(TURNS)
  allTurns.set(prisma, turns)
  return turns
}
