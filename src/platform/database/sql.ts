import { Prisma } from '../../generated/prisma/client.ts'
import type { OnEveryShard } from './every-shard.ts'
import type { ReadRows } from './store-statement.ts'

type Query = TemplateStringsArray | Prisma.Sql

/** `Sql`, one of its transactions, or Prisma's. `int8` becomes bigint, times Date, and JSON is parsed. */
export interface SqlClient {
  $queryRaw<Rows = unknown>(query: Query, ...values: unknown[]): Promise<Rows>
  $executeRaw(query: Query, ...values: unknown[]): Promise<number>
  $queryRawUnsafe<Rows = unknown>(text: string, ...values: unknown[]): Promise<Rows>
}

/** Statements that are sent without waiting for the one before are pipelined, and still run in order. */
export interface SqlTransaction extends SqlClient {
  /** Sends COMMIT right behind the statement; nothing may follow. @returns the number of changed rows */
  $executeLast(query: Prisma.Sql): Promise<number>
}

/**
 * SQL on Prisma's connections without Prisma, whose own work costs several times the CPU of sending it. For frequent
 * statements. Errors are the driver's, or DatabaseBusy.
 */
export interface Sql extends SqlClient {
  read: ReadRows
  transaction<Result>(work: (tx: SqlTransaction) => Promise<Result>): Promise<Result>
  /** For jobs: requests concern one store, and so one shard. */
  onEveryShard: OnEveryShard
}

export type RunSql = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[]; count: number }>

export function sqlClient(run: RunSql): SqlClient {
  return {
    async $queryRaw<Rows>(query: Query, ...values: unknown[]) {
      const statement = statementOf(query, values)
      return (await run(statement.text, statement.values)).rows as Rows
    },
    async $executeRaw(query, ...values) {
      const statement = statementOf(query, values)
      return (await run(statement.text, statement.values)).count
    },
    async $queryRawUnsafe<Rows>(text: string, ...values: unknown[]) {
      return (await run(text, values)).rows as Rows
    },
  }
}

export const sqlTransaction = (run: RunSql, runLast: RunSql): SqlTransaction => ({
  ...sqlClient(run),
  $executeLast: sqlClient(runLast).$executeRaw,
})

const statementOf = (query: Query, values: readonly unknown[]): Prisma.Sql =>
  query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values)
