import { throwBusy } from './database-busy.ts'
import type { ConnectionShares } from './request-share.ts'
import { inTurn } from './shared-adapter.ts'
import { type RunSql, type Sql, sqlClient } from './sql.ts'

/** How an engine runs SQL of ours. */
export interface SqlConnections {
  /** Runs one statement on whichever connection is free. */
  run: RunSql
  /** Runs the work in a transaction, on a connection of its own. */
  transaction<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result>
}

/** Lets requests share the connections, as `sharedAdapter` does for Prisma. `onQuery` is told each statement. */
export function sharedSql(
  { run, transaction }: SqlConnections,
  shares: ConnectionShares,
  onQuery: (sql: string) => void = () => {},
): Sql {
  return {
    ...sqlClient((text, values) => {
      onQuery(text)
      return inTurn(shares, () => run(text, values))
    }),
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
