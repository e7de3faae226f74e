import { Prisma } from '../../generated/prisma/client.ts'
import type { OnEveryShard } from './every-shard.ts'
import type { ReadRows } from './store-statement.ts'

type Query = TemplateStringsArray | Prisma.Sql

/**
 * What runs SQL that is written by hand: a `Sql`, one of its transactions, or Prisma's client and transactions. Rows
 * come with bigint for `int8`, Date for times, and JSON parsed.
 */
export interface SqlClient {
  $queryRaw<Rows = unknown>(query: Query, ...values: unknown[]): Promise<Rows>
  /** Returns the number of rows that the statement has changed. */
  $executeRaw(query: Query, ...values: unknown[]): Promise<number>
  $queryRawUnsafe<Rows = unknown>(text: string, ...values: unknown[]): Promise<Rows>
}

/**
 * One transaction of SQL of ours. Statements that are asked for at once, without waiting for one before the next, are
 * pipelined. They run one after the other all the same, and each sees what those before it have done.
 */
export interface SqlTransaction extends SqlClient {
  /**
   * Runs the last statement and commits right behind it. Nothing may be asked of the transaction afterwards.
   * @returns the number of rows that the statement has changed
   */
  $executeLast(query: Prisma.Sql): Promise<number>
}

/**
 * Runs SQL on the connections that Prisma uses, but without Prisma, whose own work for a statement costs several times
 * as much CPU as sending it. For what is done so often that this counts. Errors are the driver's, or DatabaseBusy.
 */
export interface Sql extends SqlClient {
  /** For reads that are made all the time. */
  read: ReadRows
  /** Runs the work in one transaction, which is rolled back when the work fails. */
  transaction<Result>(work: (tx: SqlTransaction) => Promise<Result>): Promise<Result>
  /** For jobs, whose work is that of all stores: what requests send concerns one store, and so one shard. */
  onEveryShard: OnEveryShard
}

/** A text and its values, sent as they are. */
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
