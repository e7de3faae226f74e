import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { driverError } from './driver-error.ts'
import type { Engine } from './engine.ts'
import { createConnectionShares, type ShareOptions } from './request-share.ts'
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
const CONNECTION_TIMEOUT_MS = 5_000
/**
 * Longer than PostgreSQL needs to detect a deadlock (1 s), and short enough that a statement waiting for a lock does
 * not keep its connection from others for long. A transaction that may wait longer sets its own `lock_timeout`.
 */
const LOCK_TIMEOUT_MS = 2_000
/** How long a request waits while its store uses all the connections that it may. */
const SHARE_WAIT_MS = 15_000
/** Most prepared statements per connection. PostgreSQL parses further generated SQL anew each time. */
const MAX_PREPARED = 500

export function openServed({ url, poolSize, statementTimeoutMs }: ServedOptions): Engine {
  const pool = connectionPool({
    connectionString: url,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    // For a server that disappeared without closing the connection, and so cannot end the statement itself.
    query_timeout: statementTimeoutMs + CONNECTION_TIMEOUT_MS,
  })
  const nameOf = preparedStatementNames()
  const shares = createConnectionShares(sharesOf(poolSize))
  return {
    adapter: sharedAdapter(new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) }), shares),
    connections: servedConnections(pool, nameOf),
    shares,
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

const sharesOf = (poolSize: number): ShareOptions => ({
  places: poolSize,
  perStore: Math.ceil(poolSize * 0.6),
  perRequest: Math.ceil(poolSize * 0.3),
  longestWaitMs: SHARE_WAIT_MS,
})

function connectionPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'storefront-gateway',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Prisma's adapter writes times in UTC without a zone, so the session must be in UTC whatever the server's setting
    // is.
    onConnect: async (client) => {
      await client.query("SET TIME ZONE 'UTC'")
    },
    ...config,
  })
  // An idle connection was lost. The pool has removed it and opens another when needed.
  pool.on('error', () => {})
  return pool
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

function preparedStatementNames(): (sql: string) => string {
  const names = new Map<string, string>()
  return (sql) => {
    let name = names.get(sql)
    if (name === undefined) {
      // pg does not prepare a statement whose name is empty.
      if (names.size >= MAX_PREPARED) return ''
      name = `s${names.size}`
      names.set(sql, name)
    }
    return name
  }
}
