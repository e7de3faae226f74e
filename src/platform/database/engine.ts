import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'

/** What the two kinds of PostgreSQL have in common underneath Prisma. */
export interface Engine {
  adapter: SqlMigrationAwareDriverAdapterFactory
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  /** Runs `use` while no other process migrates this database. */
  exclusively<T>(use: (adapter: SqlMigrationAwareDriverAdapterFactory) => Promise<T>): Promise<T>
  close(): Promise<void>
}
