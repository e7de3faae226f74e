import { setTimeout as wait } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import type { Logger } from '../../logger.ts'
import type { Engine } from '../engine.ts'
import { busyAdapter, throwBusy } from '../errors/database-busy.ts'
import { driverError } from '../errors/sql-state.ts'
import { isConcurrent } from '../migrate/sql-script.ts'
import {
  connectionPool,
  isPooled,
  preparedStatementNames,
  quotaOf,
  replacingOlder,
  timeLimits,
} from './connection-pool.ts'
import { createConnectionQuota } from './connection-quota.ts'
import { watchForOutage } from './outage.ts'
import { servedConnections } from './served-connections.ts'
import { IS_READ_ONLY, watchForWrites } from './write-watch.ts'

export interface ServedOptions {
  kind: 'served'
  url: string
  poolSize: number
  statementTimeoutMs: number
}

// The lock of `prisma migrate deploy`, so that both never migrate at the same time.
const MIGRATION_LOCK = 72_707_369
const MIGRATION_LOCK_WAIT_MS = 120_000
const MIGRATION_LOCK_RETRY_MS = 100
const CLOSE_WITHIN_MS = 2_000
/** Behind PgBouncer limits belong to the role, so this one is the transaction's. */
const NO_TIME_LIMIT = 'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0'

export function openServed({ url, poolSize, statementTimeoutMs }: ServedOptions, logger?: Logger): Engine {
  const isAwaited = (): boolean => pool.totalCount > pool.idleCount || pool.waitingCount > 0
  const outage = watchForOutage({ url, isAwaited, logger })
  const limits = timeLimits(url, statementTimeoutMs)
  const pool = connectionPool({ connectionString: url, max: poolSize, ...limits, stream: outage.socket })
  const nameOf = preparedStatementNames(url)
  const quota = createConnectionQuota(quotaOf(poolSize))
  const writes = watchForWrites({ url, replaceOlder: replacingOlder(pool), logger })
  const noteAndThrow = (error: unknown): never => {
    writes.note(error)
    return throwBusy(error)
  }
  return {
    adapter: busyAdapter(new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) }), noteAndThrow),
    connections: servedConnections(pool, nameOf, writes.note),
    quota,
    connectionUse: () => ({
      size: poolSize,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount + quota.waiting(),
    }),
    executeSql: async (sql, values) => {
      // A script returns a list of results; no caller needs its rows.
      const { rows = [] } = await pool.query(sql, values).catch(noteAndThrow)
      return { rows }
    },
    ping: async () => {
      const { rows } = await pool.query<{ is_read_only: boolean }>(IS_READ_ONLY)
      if (rows[0]?.is_read_only) writes.suspect()
    },
    readOnlySince: writes.readOnlySince,
    exclusively: (use) => withMigrationLock(url, use),
    async close() {
      await Promise.race([pool.end(), wait(CLOSE_WITHIN_MS, undefined, { ref: false })])
      outage.close()
      writes.close()
    },
  }
}

/** The transaction holds the lock: a session's would stay on a connection that PgBouncer gives to others. */
async function withMigrationLock<T>(
  url: string,
  use: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>,
): Promise<T> {
  const pool = connectionPool({ connectionString: url, max: 2, idleTimeoutMillis: 0 })
  try {
    const holder = await pool.connect()
    // Without a listener a broken connection would end the process.
    holder.on('error', () => {})
    try {
      await takeMigrationLock(holder)
      return await use(migrationAdapter(pool, url))
    } finally {
      await holder.query('ROLLBACK').catch(() => {})
      holder.release()
    }
  } finally {
    await pool.end()
  }
}

/** Polls: waiting transactions could use up PgBouncer's connections. */
async function takeMigrationLock(holder: pg.PoolClient): Promise<void> {
  const deadline = performance.now() + MIGRATION_LOCK_WAIT_MS
  for (;;) {
    await holder.query(`BEGIN; ${NO_TIME_LIMIT}`)
    // A statement with a parameter keeps its snapshot, for which CREATE INDEX CONCURRENTLY waits.
    const { rows } = await holder.query(`SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS taken`)
    if (rows[0].taken) return
    await holder.query('ROLLBACK')
    if (performance.now() > deadline) {
      throw new Error('Another process has been migrating this database for two minutes. Wait for it, or stop it.')
    }
    await wait(MIGRATION_LOCK_RETRY_MS)
  }
}

/** The engine would take the lock in a session of its own, and wait for ours. */
const isEnginesLock = (sql: string): boolean => sql.includes(`pg_advisory_lock(${MIGRATION_LOCK})`)

/** PrismaPg splits scripts at every `;`. One message is applied as a whole or not at all. */
function migrationAdapter(pool: pg.Pool, url: string): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool)
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const adapter = await factory.connect()
      const executeRaw = adapter.executeRaw.bind(adapter)
      adapter.executeRaw = (query) => (isEnginesLock(query.sql) ? Promise.resolve(0) : executeRaw(query))
      adapter.executeScript = async (script) => {
        const lifted = isPooled(url) && !isConcurrent(script)
        await pool
          .query(lifted ? `${NO_TIME_LIMIT}; SET LOCAL lock_timeout = 0; ${script}` : script)
          .catch((error: unknown) => {
            throw driverError(error)
          })
      }
      return adapter
    },
  }
}
