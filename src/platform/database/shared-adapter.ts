import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { throwBusy } from './database-busy.ts'
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
  // `inTurn` turns the errors of these two.
  const queryRaw = adapter.queryRaw.bind(adapter)
  const executeRaw = adapter.executeRaw.bind(adapter)
  const startTransaction = adapter.startTransaction.bind(adapter)

  return Object.assign(adapter, {
    queryRaw: (query) => inTurn(shares, () => queryRaw(query)),
    executeRaw: (query) => inTurn(shares, () => executeRaw(query)),
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

/**
 * Runs a statement outside a transaction once the request may use a connection.
 * @throws DatabaseBusy when no connection or lock is free in time
 */
export async function inTurn<Result>(shares: ConnectionShares, work: () => Promise<Result>): Promise<Result> {
  let leave: (() => void) | null = null
  try {
    leave = shares.enterNow() ?? (await shares.enter('statement'))
    return await work()
  } catch (error) {
    return throwBusy(error)
  } finally {
    leave?.()
  }
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
