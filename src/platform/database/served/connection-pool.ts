import pg from 'pg'
import { PLANNED_ANEW } from '../statements.ts'
import type { ConnectionQuotaOptions } from './connection-quota.ts'

const CONNECTION_TIMEOUT_MS = 5_000
/**
 * Longer than PostgreSQL's deadlock detection (1 s). A transaction that may wait longer sets its own `lock_timeout`.
 */
const LOCK_TIMEOUT_MS = 2_000
const QUOTA_WAIT_MS = 15_000
/** Per connection; PostgreSQL parses further generated SQL each time. */
const MAX_PREPARED = 500

export const quotaOf = (poolSize: number): ConnectionQuotaOptions => ({
  permits: poolSize,
  perStore: Math.ceil(poolSize * 0.6),
  perRequest: Math.ceil(poolSize * 0.3),
  longestWaitMs: QUOTA_WAIT_MS,
})

/**
 * PgBouncer in transaction mode, where settings and prepared statements belong to whoever had the connection before.
 */
export const isPooled = (url: string): boolean => new URL(url).searchParams.get('pgbouncer') === 'true'

/** PgBouncer does not pass on limits that the server enforces. */
export const timeLimits = (url: string, statementTimeoutMs: number): pg.PoolConfig => ({
  ...(!isPooled(url) && { statement_timeout: statementTimeoutMs, lock_timeout: LOCK_TIMEOUT_MS }),
  // For a server that disappeared, and so cannot end the statement itself.
  query_timeout: statementTimeoutMs + CONNECTION_TIMEOUT_MS,
})

/**
 * JIT compiles for longer than statements run. PostgreSQL's default `random_page_cost` reads whole tables where an
 * index leads to a tenth. With Citus a cached plan made without the store's id may lead to all shards.
 */
const SESSION = `
  SELECT set_config('TimeZone', 'UTC', false), set_config('jit', 'off', false),
  (SELECT set_config(name, '1.1', false) FROM pg_settings WHERE name = 'random_page_cost' AND source = 'default'), CASE
    WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN set_config('plan_cache_mode', 'force_custom_plan', false)
  END`

/** Knows its age. */
class DatedClient extends pg.Client {
  /** On the clock of `performance.now()`. */
  readonly openedAt = performance.now()
}

export function connectionPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'storefront-gateway',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    pipeline: true,
    Client: DatedClient,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Prisma's adapter writes times in UTC without a zone.
    onConnect: async (client) => {
      await client.query(SESSION)
    },
    ...config,
  })
  // An idle connection was lost; the pool replaces it when needed.
  pool.on('error', () => {})
  return pool
}

/**
 * @returns ends the connections of the pool that were opened before a time of `performance.now()`: idle ones at once,
 * others when they are returned, so that nothing is cut off in the middle of a COMMIT
 */
export function replacingOlder(pool: pg.Pool): (before: number) => void {
  let end = 0
  pool.on('release', (_, client) => {
    // The pool drops a connection that is ending.
    if (client instanceof DatedClient && client.openedAt < end) client.end().catch(() => {})
  })
  return (before) => {
    end = before
    for (let idle = pool.idleCount; idle > 0; idle -= 1)
      pool.connect().then(
        (client) => client.release(),
        () => {},
      )
  }
}

/** Names the prepared statement of each SQL text; empty when there are too many, or none can be cached. */
export function preparedStatementNames(url: string): (sql: string) => string {
  if (isPooled(url)) return () => ''
  const names = new Map<string, string>()
  return (sql) => {
    let name = names.get(sql)
    if (name === undefined) {
      if (sql.includes(PLANNED_ANEW)) return ''
      if (names.size >= MAX_PREPARED) return ''
      name = `s${names.size}`
      names.set(sql, name)
    }
    return name
  }
}
