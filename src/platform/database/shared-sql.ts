import { throwBusy } from './errors/database-busy.ts'
import { onEveryShardWith } from './every-shard.ts'
import { type Permits, withStatementPermit, withTransactionPermit } from './served/connection-quota.ts'
import { type RunSql, type Sql, sqlClient, sqlTransaction } from './sql.ts'
import type { StoreStatement } from './store-statement.ts'

export interface SqlConnections {
  isDistributed(): Promise<boolean>
  run: RunSql
  transaction<Result>(work: (connection: TransactionConnection) => Promise<Result>): Promise<Result>
}

export interface TransactionConnection {
  run: RunSql
  runLast: RunSql
}

export type OnQuery = (sql: string) => void

const limitedRun =
  ({ run }: SqlConnections, permits: Permits, onQuery: OnQuery): RunSql =>
  (text, values) => {
    onQuery(text)
    return withStatementPermit(permits, () => run(text, values))
  }

export function limitedSql(connections: SqlConnections, permits: Permits, onQuery: OnQuery): Sql {
  const run = limitedRun(connections, permits, onQuery)
  const client = sqlClient(run)
  return {
    ...client,
    read: async <Row extends object>({ text }: StoreStatement<Row>, storeId: string, ...values: unknown[]) =>
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
                // ROLLBACK TO SAVEPOINT, if a statement failed.
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
          // COMMIT after a failed statement rolls back without an error; this statement reports it.
          if (hasFailed) await run('SELECT 1', [])
          return done
        })
        onQuery('COMMIT')
        return result
      }),
  }
}
