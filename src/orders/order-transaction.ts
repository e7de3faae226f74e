import { Prisma, type PrismaClient } from '../generated/prisma/client.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { createFairTurns, type FairTurns } from '../platform/fair-turns.ts'
import { busy } from '../platform/problem.ts'

/**
 * Fewer places than a process has connections, so that those who only read find one free while these wait for locks;
 * and some of them for other stores while one has a rush.
 */
const TURNS = { places: 6, perKey: 4, longestWaitMs: 15_000 }

/**
 * `inTransaction` for the work that buyers do at the same counters: they queue in memory, the stores in turn, instead of
 * all asking for a connection at once, which most would not get in time.
 * @throws Problem UNAVAILABLE when its turn does not come in time, or a lock stays taken
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

/** A statement that waited too long for a lock (57014). */
const isTimedOut = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && JSON.stringify(error.meta ?? {}).includes('"57014"')

const allTurns = new WeakMap<PrismaClient, FairTurns>()

function turnsOf(prisma: PrismaClient): FairTurns {
  const turns = allTurns.get(prisma) ?? createFairTurns(TURNS)
  allTurns.set(prisma, turns)
  return turns
}
