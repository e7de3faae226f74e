import pg from 'pg'
import { PLANNED_ANEW } from '../statements.ts'
import type { ConnectionQuotaOptions } from './connection-quota.ts'

const CONNECTION_TIMEOUT_MS = 5_000
/**
 * Longer than PostgreSQL needs to detect a deadlock (1 s), and short enough that a statement waiting for a lock does
 * not keep its connection from others for long. A transaction that may wait longer sets its own `lock_timeout`.
 */
const LOCK_TIMEOUT_MS = 2_000
/** How long a request waits while its store uses all the connections that it may. */
const QUOTA_WAIT_MS = 15_000
/** Most prepared statements per connection. PostgreSQL parses further generated SQL anew each time. */
const MAX_PREPARED = 500

export const quotaOf = (poolSize: number): ConnectionQuotaOptions => ({
  permits: poolSize,
  perStore: Math.ceil(poolSize * 0.6),
  perRequest: Math.ceil(poolSize * 0.3),
  longestWaitMs: QUOTA_WAIT_MS,
})

/**
 * Whether the address leads to PgBouncer in transaction mode, which says `?pgbouncer=true`, as for Prisma. There a
 * connection's settings and prepared statements are those of whoever had it before.
 */
export const isPooled = (url: string): boolean => new URL(url).searchParams.get('pgbouncer') === 'true'

/** Bounds of each statement. PgBouncer does not pass on those that the server keeps. */
export const timeLimits = (url: string, statementTimeoutMs: number): pg.PoolConfig => ({
  ...(!isPooled(url) && { statement_timeout: statementTimeoutMs, lock_timeout: LOCK_TIMEOUT_MS }),
  // For a server that disappeared without closing the connection, and so cannot end the statement itself.
  query_timeout: statementTimeoutMs + CONNECTION_TIMEOUT_MS,
})

/**
 * Without JIT, which compiles a statement over many rows for longer than it then runs. A page that is not the next one
 * costs hardly more, as on disks that do not turn and in memory, unless the server has a number of its own: by its
 * default PostgreSQL reads a whole table where an index leads to a tenth of it. With Citus no plan of a prepared statement
 * is kept, because one that is made without the store's id may lead to all shards.
 */
const SESSION = `
  SELECT set_config('TimeZone', 'UTC', false), set_config('jit', 'off', false),
  (SELECT set_config(name, '1.1', false) FROM pg_settings WHERE name = 'random_page_cost' AND source = 'default'), CASE
    WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN set_config('plan_cache_mode', 'force_custom_plan', false)
  END`

/** Opens connections when they are needed, in UTC. */
export function connectionPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'storefront-gateway',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Prisma's adapter writes times in UTC without a zone, so the session must be in UTC whatever the server's setting
    // is.
    onConnect: async (client) => {
      await client.query(SESSION)
    },
    ...config,
  })
  // An idle connection was lost. The pool has removed it and opens another when needed.
  pool.on('error', () => {})
  return pool
}

/**
 * Makes a function that names the prepared statement of each SQL text. The name is empty when there are too many, and
 * always where none can be kept.
 */
export function preparedStatementNames(url: string): (sql: string) => string {
  if (isPooled(url)) return () => ''
  const names = new Map<string, string>()
  return (sql) => {
    let name = names.get(sql)
    if (name === undefined) {
      if (sql.includes(PLANNED_ANEW)) return ''
      // pg does not prepare a statement whose name is empty.
      if (names.size >= MAX_PREPARED) return ''
      name = `s${names.size}`
      names.set(sql, name)
    }
    return name
  }
}
