import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { ConnectionQuota } from './served/connection-quota.ts'
import type { SqlConnections } from './shared-sql.ts'

/** For SQL that a library wrote, such as pg-boss. */
export type ExecuteSql = <Row extends object = Record<string, unknown>>(
  sql: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>

export interface ConnectionUse {
  size: number
  inUse: number
  /** Statements and transactions that wait for a connection. */
  waiting: number
}

export interface Engine {
  adapter: SqlMigrationAwareDriverAdapterFactory
  /** Without values it may be a script of several statements. */
  executeSql: ExecuteSql
  connections: SqlConnections
  quota: ConnectionQuota
  connectionUse(): ConnectionUse
  ping(): Promise<void>
  /** Null while the database takes writes. */
  readOnlySince(): Date | null
  exclusively<T>(use: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>): Promise<T>
  close(): Promise<void>
}
