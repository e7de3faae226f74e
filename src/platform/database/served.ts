import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { connectionPool, LOCK_TIMEOUT_MS, preparedStatementNames, sharesOf, silenceMs } from './connection-pool.ts'
import { driverError } from './driver-error.ts'
import type { Engine } from './engine.ts'
import { createConnectionShares } from './request-share.ts'
import { servedConnections } from './served-connections.ts'
import { sharedAdapter } from './shared-adapter.ts'

export interface ServedOptions {
  kind: 'served'
  url: string
  /** Most connections that this process opens. */
  poolSize: number
  statementTimeoutMs: number
}

// The advisory lock that `prisma migrate deploy` takes, so that it and this service never migrate at the same time.
const MIGRATION_LOCK = 72_707_369
const MIGRATION_LOCK_WAIT_MS = 120_000

export function openServed({ url, poolSize, statementTimeoutMs }: ServedOptions): Engine {
  const pool = connectionPool({
    connectionString: url,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: silenceMs(statementTimeoutMs),
  })
  const nameOf = preparedStatementNames()
  const shares = createConnectionShares(sharesOf(poolSize))
  return {
    adapter: sharedAdapter(new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) }), shares),
    connections: servedConnections(pool, nameOf),
    shares,
    connectionUse: () => ({
      size: poolSize,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount + shares.waiting(),
    }),
    executeSql: async (sql, values) => {
      // A script of several statements returns a list of results; no caller needs its rows.
      const { rows = [] } = await pool.query(sql, values)
      return { rows }
    },
    ping: async () => {
      await pool.query('SELECT 1')
    },
    exclusively: (use) => withMigrationLock(url, use),
    close: () => pool.end(),
  }
}

/** Runs `use` while a connection of its own, without a statement time-out, holds the migration lock. */
async function withMigrationLock<T>(
  url: string,
  use: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>,
): Promise<T> {
  const pool = connectionPool({ connectionString: url, max: 1, idleTimeoutMillis: 0 })
  try {
    await pool.query(`SET lock_timeout = ${MIGRATION_LOCK_WAIT_MS}`)
    await pool.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]).catch((error: unknown) => {
      throw new Error('Another process has been migrating this database for two minutes. Wait for it, or stop it.', {
        cause: error,
      })
    })
    await pool.query('SET lock_timeout = 0')
    return await use(migrationAdapter(pool))
  } finally {
    await pool.end()
  }
}

/**
 * PrismaPg cuts a script at every `;` and sends the statements one by one. Sent as one message, the script is applied
 * as a whole or not at all.
 */
function migrationAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool)
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const adapter = await factory.connect()
      adapter.executeScript = async (script) => {
        await pool.query(script).catch((error: unknown) => {
          throw driverError(error)
        })
      }
      return adapter
    },
  }
}
