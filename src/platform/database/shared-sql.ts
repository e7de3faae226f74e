import { throwBusy } from './database-busy.ts'
import { onEveryShardWith } from './every-shard.ts'
import type { ConnectionShares } from './request-share.ts'
import { inTurn } from './shared-adapter.ts'
import { type RunSql, type Sql, sqlClient } from './sql.ts'

/** How an engine runs SQL of ours. */
export interface SqlConnections {
  /** Whether Citus has distributed the tables. */
  isDistributed(): Promise<boolean>
  /** Runs one statement on whichever connection is free. */
  run: RunSql
  /** Runs the work in a transaction, on a connection of its own. */
  transaction<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result>
}

/** Lets requests share the connections, as `sharedAdapter` does for Prisma. `onQuery` is told each statement. */
export function sharedSql(
  { run, transaction, isDistributed }: SqlConnections,
  shares: ConnectionShares,
  onQuery: (sql: string) => void = () => {},
): Sql {
  const client = sqlClient((text, values) => {
    onQuery(text)
    return inTurn(shares, () => run(text, values))
  })
  return {
    ...client,
    onEveryShard: onEveryShardWith(client, isDistributed),
    async transaction(work) {
      const leave = await shares.enter('transaction').catch(throwBusy)
      try {
        onQuery('BEGIN')
        const result = await transaction((runInside) =>
          work(
            sqlClient((text, values) => {
              onQuery(text)
              return runInside(text, values).catch(throwBusy)
            }),
          ),
        )
        onQuery('COMMIT')
        return result
      } finally {
        leave()
      }
    },
  }
}
