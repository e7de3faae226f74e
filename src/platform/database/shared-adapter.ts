import {
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import { Problem } from '../problem.ts'
import { DatabaseBusy } from './database-busy.ts'
import type { ConnectionShares } from './request-share.ts'

/**
 * Wraps an adapter so that requests share its connections. It sits below Prisma, so every statement of a resolver
 * passes through it. When no connection or lock is free in time, it throws DatabaseBusy.
 */
export function sharedAdapter(
  factory: SqlMigrationAwareDriverAdapterFactory,
  shares: ConnectionShares,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => shared(await factory.connect(), shares),
  }
}

function shared(adapter: SqlDriverAdapter, shares: ConnectionShares): SqlDriverAdapter {
  const { queryRaw, executeRaw } = withBusy(adapter)
  const startTransaction = adapter.startTransaction.bind(adapter)

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await shares.enter('statement').catch(throwBusy)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return Object.assign(adapter, {
    queryRaw: (query) => inTurn(() => queryRaw(query)),
    executeRaw: (query) => inTurn(() => executeRaw(query)),
    startTransaction: async (isolationLevel) => {
      const leave = await shares.enter('transaction').catch(throwBusy)
      try {
        return leaving(await startTransaction(isolationLevel).catch(throwBusy), leave)
      } catch (error) {
        leave()
        throw error
      }
    },
  } satisfies Partial<SqlDriverAdapter>)
}

/** Gives the transaction's connection back when it ends: Prisma always calls either `commit` or `rollback`. */
function leaving(transaction: Transaction, leave: () => void): Transaction {
  const commit = transaction.commit.bind(transaction)
  const rollback = transaction.rollback.bind(transaction)
  return Object.assign(transaction, withBusy(transaction), {
    commit: () => commit().finally(leave),
    rollback: () => rollback().finally(leave),
  } satisfies Partial<Transaction>)
}

function withBusy(queryable: SqlQueryable): Pick<SqlQueryable, 'queryRaw' | 'executeRaw'> {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  return {
    queryRaw: (query) => queryRaw(query).catch(throwBusy),
    executeRaw: (query) => executeRaw(query).catch(throwBusy),
  }
}

function throwBusy(error: unknown): never {
  throw isBusy(error) ? new DatabaseBusy('No connection or no lock in time', { cause: error }) : error
}

/** Messages of pg and pg-pool, whose errors have no code for this. */
const NO_CONNECTION = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])
/** PostgreSQL's codes for a lock that did not become free in time, and for too many connections. */
const BUSY_CODES = new Set<unknown>(['55P03', '53300'])

function isBusy(error: unknown): boolean {
  if (isDriverAdapterError(error)) return BUSY_CODES.has(error.cause.originalCode)
  if (error instanceof Problem) return error.code === 'UNAVAILABLE'
  return error instanceof Error && NO_CONNECTION.has(error.message)
}
