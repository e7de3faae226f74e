import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { Database } from './database.ts'
import type { Replica } from './replica/replica.ts'
import type { Sql } from './sql.ts'

/** The way to the data. */
export interface Db {
  /** Typed reads and writes: what most code uses. */
  prisma: PrismaClient
  /** SQL, on the same connections: for what Prisma cannot express, and for reads that are made all the time. */
  sql: Sql
  /** For `readContent` alone; null without DATABASE_REPLICA_URL. */
  replica: Replica | null
}

/** The ways to the data of the process and of each of its requests. */
export const waysToData = (database: Database, replica: Replica | null = null) => ({
  db: { prisma: database.prisma, sql: database.sql, replica },
  dbForRequest: (storeId: string): Db => ({
    ...database.forRequest(storeId),
    replica: replica?.forRequest(storeId) ?? null,
  }),
})
