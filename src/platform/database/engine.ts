import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { ConnectionQuota } from './served/connection-quota.ts'
import type { SqlConnections } from './shared-sql.ts'

/** Runs SQL that a library wrote, such as pg-boss. `Row` is what the statement returns, by column. */
export type ExecuteSql = <Row extends object = Record<string, unknown>>(
  sql: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>

/** The connections of this process at one moment. */
export interface ConnectionUse {
  /** Most that it opens. */
  size: number
  inUse: number
  /** Statements and transactions that wait for a connection. */
  waiting: number
}

/** What served and embedded PostgreSQL both provide underneath Prisma. */
export interface Engine {
  adapter: SqlMigrationAwareDriverAdapterFactory
  /** Runs a statement without Prisma. Without values it may be a script of several statements. */
  executeSql: ExecuteSql
  /** For SQL of ours. */
  connections: SqlConnections
  /** How many of the connections a request may use. */
  quota: ConnectionQuota
  connectionUse(): ConnectionUse
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Runs `use` while no other process migrates this database. */
  exclusively<T>(use: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>): Promise<T>
  close(): Promise<void>
}
