import type { PrismaClient } from '../../generated/prisma/client.ts'
import type { Database } from './database.ts'
import type { Replica } from './replica/replica.ts'
import type { Sql } from './sql.ts'

export interface Db {
  prisma: PrismaClient
  /** On the same connections: for what Prisma cannot express, and for frequent reads. */
  sql: Sql
  /** For `readContent` alone; null without DATABASE_REPLICA_URL. */
  replica: Replica | null
}

export const waysToData = (database: Database, replica: Replica | null = null) => ({
  db: { prisma: database.prisma, sql: database.sql, replica },
  dbForRequest: (storeId: string): Db => ({
    ...database.forRequest(storeId),
    replica: replica?.forRequest(storeId) ?? null,
  }),
})
