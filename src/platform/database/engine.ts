import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/** As a library that brings SQL of its own wants to run it. */
export type ExecuteSql = (sql: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** What the two kinds of PostgreSQL have in common underneath Prisma. */
export interface Engine {
  adapter: SqlMigrationAwareDriverAdapterFactory
  /** Runs a statement past Prisma, or, when there are no values, a script of several. */
  executeSql: ExecuteSql
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Runs `use` while no other process migrates this database. */
  exclusively<T>(use: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>): Promise<T>
  close(): Promise<void>
}
