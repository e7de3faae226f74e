import type { Services } from '../gateway/context.ts'
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'
import { processClient } from '../platform/database/client-in-turn.ts'
import type { SqlTransaction } from '../platform/database/sql.ts'
import { hasSqlState } from '../platform/database/sql-state.ts'
import { inSqlTransaction, inTransaction } from '../platform/database/transaction.ts'
import { createFairTurns, type FairTurns } from '../platform/fair-turns.ts'
import { busy } from '../platform/problem.ts'

/**
 * Fewer places than the process has database connections, so that reads still find a free connection while these
 * transactions wait for locks. `perKey` leaves some of the places to other stores when one store has a rush.
 */
const TURNS = { places: 6, perKey: 4, longestWaitMs: 15_000 }

/**
 * Runs a transaction about an order, which may wait for locks. Such transactions queue in memory, with the stores taking
 * turns, because otherwise most would time out waiting for a connection.
 * @throws Problem UNAVAILABLE when the wait for a place or for a lock takes too long
 */
export const inOrderTransaction = <Result>(
  prisma: PrismaClient,
  storeId: string,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> => inTurn(prisma, storeId, () => inTransaction(prisma, work))

/** The same as `inOrderTransaction`, for work that is all SQL of ours: what every buyer's order goes through. */
export const inSaleTransaction = <Result>(
  { prisma, sql }: Pick<Services, 'prisma' | 'sql'>,
  storeId: string,
  work: (tx: SqlTransaction) => Promise<Result>,
  retry?: (error: unknown) => boolean,
): Promise<Result> => inTurn(prisma, storeId, () => inSqlTransaction(sql, work, retry))

async function inTurn<Result>(prisma: PrismaClient, storeId: string, run: () => Promise<Result>): Promise<Result> {
  const leave = await turnsOf(prisma).enter(storeId)
  try {
    const result = await run()
    for (const listener of listeners.get(processClient(prisma)) ?? []) listener(storeId)
    return result
  } catch (error) {
    // PostgreSQL cancelled the statement because it waited too long for a lock.
    throw hasSqlState(error, '57014') ? busy(error) : error
  } finally {
    leave()
  }
}

/** By the process's client. */
const listeners = new WeakMap<PrismaClient, Set<(storeId: string) => void>>()

/** Calls the listener with the store's id after each such transaction of the process that was committed. */
export function onOrderTransaction(prisma: PrismaClient, listener: (storeId: string) => void): void {
  const client = processClient(prisma)
  listeners.set(client, (listeners.get(client) ?? new Set()).add(listener))
}

/** How many of these transactions of the process run, and how many wait for their turn. */
export const orderQueue = (prisma: PrismaClient) => turnsOf(prisma).state()

/** By the process's client. */
const allTurns = new WeakMap<PrismaClient, FairTurns>()

function turnsOf(prisma: PrismaClient): FairTurns {
  const client = processClient(prisma)
  const turns = allTurns.get(client) ?? createFairTurns(TURNS)
  allTurns.set(client, turns)
  return turns
}
