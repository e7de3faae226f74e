import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQueryable,
} from '@prisma/driver-adapter-utils'
import { throwBusy } from './database-busy.ts'

/** Wraps an adapter so that it throws DatabaseBusy when no connection or lock is free in time. */
export const busyAdapter = (factory: SqlMigrationAwareDriverAdapterFactory): SqlMigrationAwareDriverAdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  connectToShadowDb: () => factory.connectToShadowDb(),
  connect: async () => withBusyTransactions(withBusy(await factory.connect())),
})

function withBusyTransactions(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const startTransaction = adapter.startTransaction.bind(adapter)
  return Object.assign(adapter, {
    startTransaction: async (isolationLevel) => withBusy(await startTransaction(isolationLevel).catch(throwBusy)),
  } satisfies Partial<SqlDriverAdapter>)
}

function withBusy<Queryable extends SqlQueryable>(queryable: Queryable): Queryable {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: (query) => queryRaw(query).catch(throwBusy),
    executeRaw: (query) => executeRaw(query).catch(throwBusy),
  } satisfies Partial<SqlQueryable>)
}
