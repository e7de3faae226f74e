import { throwBusy } from './errors/database-busy.ts'
import { onEveryShardWith } from './every-shard.ts'
import { type Permits, withStatementPermit, withTransactionPermit } from './served/connection-quota.ts'
import { type RunSql, type Sql, sqlClient, sqlTransaction } from './sql.ts'
import type { StoreStatement } from './store-statement.ts'

/** How an engine runs SQL of ours. */
export interface SqlConnections {
  /** Whether Citus has distributed the tables. */
  isDistributed(): Promise<boolean>
  /** Runs one statement on whichever connection is free. */
  run: RunSql
  /** Runs the work in a transaction, on a connection of its own. */
  transaction<Result>(work: (connection: TransactionConnection) => Promise<Result>): Promise<Result>
}

/** How the statements of a transaction are run. */
export interface TransactionConnection {
  run: RunSql
  /** Runs the last statement, and commits with it. */
  runLast: RunSql
}

/** Called with each statement that is sent. */
export type OnQuery = (sql: string) => void

/** Runs each statement with a permit. */
const limitedRun =
  ({ run }: SqlConnections, permits: Permits, onQuery: OnQuery): RunSql =>
  (text, values) => {
    onQuery(text)
    return withStatementPermit(permits, () => run(text, values))
  }

/** Makes what runs SQL of ours, each statement and each transaction with a permit. */
export function limitedSql(connections: SqlConnections, permits: Permits, onQuery: OnQuery): Sql {
  const run = limitedRun(connections, permits, onQuery)
  const client = sqlClient(run)
  return {
    ...client,
    read: async <Row extends object>({ text }: StoreStatement<Row>, storeId: string, ...values: unknown[]) =>
      // The statement says what its rows are.
      (await run(text, [storeId, ...values])).rows as Row[],
    onEveryShard: onEveryShardWith(client, connections.isDistributed),
    transaction: (work) =>
      withTransactionPermit(permits, async () => {
        onQuery('BEGIN')
        let hasFailed = false
        const reported =
          (run: RunSql): RunSql =>
          (text, values) => {
            onQuery(text)
            return run(text, values).then(
              (result) => {
                // A savepoint was gone back to, if one had failed.
                hasFailed = false
                return result
              },
              (error) => {
                hasFailed = true
                return throwBusy(error)
              },
            )
          }
        const result = await connections.transaction(async ({ run, runLast }) => {
          const done = await work(sqlTransaction(reported(run), reported(runLast)))
          // After a statement that has failed, COMMIT rolls back and reports no error. This one reports it.
          if (hasFailed) await run('SELECT 1', [])
          return done
        })
        onQuery('COMMIT')
        return result
      }),
  }
}
