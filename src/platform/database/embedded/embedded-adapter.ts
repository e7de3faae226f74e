import type { PGlite } from '@electric-sql/pglite'
import {
  DriverAdapterError,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { driverError } from '../errors/sql-state.ts'

/**
 * Adds what pglite-prisma-adapter 0.7.2 lacks: awaited scripts with their errors, errors of COMMIT, the constraint of a
 * broken unique key, and nested transactions.
 */
export function embeddedAdapter(pglite: PGlite): SqlMigrationAwareDriverAdapterFactory {
  const { provider, adapterName } = new PrismaPGlite(pglite)
  const connect = async (): Promise<SqlDriverAdapter> => ({
    ...(await queryable(pglite)),
    provider,
    adapterName,
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
    executeScript: async (script: string) => {
      await pglite.exec(script).catch(rethrow)
    },
    // The isolation level is ignored: on one connection transactions run one after another.
    startTransaction: () => startTransaction(pglite),
    dispose: async () => {},
  })
  return { provider, adapterName, connect, connectToShadowDb: () => Promise.reject(new Error('Not supported')) }
}

function startTransaction(pglite: PGlite): Promise<Transaction> {
  return new Promise((resolve, reject) => {
    let end: (how: 'commit' | 'rollback') => void
    const ended = new Promise<'commit' | 'rollback'>((resolveEnd) => {
      end = resolveEnd
    })
    const finish = async (how: 'commit' | 'rollback') => {
      end(how)
      await finished.catch(rethrow)
    }
    const finished = pglite.transaction(async (inner) => {
      const base = await queryable(inner)
      const run = async (sql: string) => {
        await inner.exec(sql).catch(rethrow)
      }
      resolve({
        ...base,
        // PGlite sends BEGIN, COMMIT and ROLLBACK itself, so Prisma must not.
        options: { usePhantomQuery: true },
        commit: () => finish('commit'),
        rollback: () => finish('rollback'),
        createSavepoint: (name) => run(`SAVEPOINT ${name}`),
        rollbackToSavepoint: (name) => run(`ROLLBACK TO SAVEPOINT ${name}`),
        releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
      })
      if ((await ended) === 'rollback') await inner.rollback()
    })
    finished.catch(reject)
  })
}

async function queryable(client: Pick<PGlite, 'query'>): Promise<SqlQueryable> {
  // The adapter calls only `query` here, which a transaction has too.
  const base = await new PrismaPGlite(client as PGlite).connect()
  return {
    provider: base.provider,
    adapterName: base.adapterName,
    queryRaw: (query) => base.queryRaw(query).catch(nameConstraint),
    executeRaw: (query) => base.executeRaw(query).catch(nameConstraint),
  }
}

function nameConstraint(error: unknown): never {
  if (isDriverAdapterError(error) && error.cause.kind === 'UniqueConstraintViolation') {
    const index = /unique constraint "(.+)"/.exec(error.cause.originalMessage ?? '')?.[1]
    if (index) throw new DriverAdapterError({ ...error.cause, constraint: { index } })
  }
  throw error
}

function rethrow(error: unknown): never {
  throw driverError(error)
}
