import type pg from 'pg'
import { throwBusy } from './database-busy.ts'
import { PreparedQuery } from './prepared-query.ts'
import { rowTypes } from './row-types.ts'
import type { SqlConnections } from './shared-sql.ts'
import type { RunSql } from './sql.ts'
import { hasSqlState } from './sql-state.ts'

/** Runs SQL of ours on the pool. `nameOf` names the prepared statement of a text, or is empty for none. */
export function servedConnections(pool: pg.Pool, nameOf: (sql: string) => string): SqlConnections {
  const runOn =
    (client: Client): RunSql =>
    (text, values) => {
      const name = nameOf(text)
      return name === '' ? runUnnamed(client, text, values) : new PreparedQuery(name, text, values).run(client)
    }

  let distributed: Promise<boolean> | undefined
  return {
    run: runOn(pool),
    isDistributed() {
      distributed ??= hasCitus(pool)
      // Asked again after a failure.
      distributed.catch(() => {
        distributed = undefined
      })
      return distributed
    },
    async transaction(work) {
      const client = await pool.connect().catch(throwBusy)
      let lost: Error | undefined
      // A connection that breaks fails the statement under way, too. Without a listener it would end the process.
      const lose = (error: Error) => {
        lost = error
      }
      client.on('error', lose)
      try {
        await client.query('BEGIN').catch(throwBusy)
        const result = await work(runOn(client))
        await client.query('COMMIT').catch(throwBusy)
        return result
      } catch (error) {
        // A statement that was prepared before a migration fails on this connection for ever.
        if (error instanceof Error && hasSqlState(error, '0A000')) lost = error
        await client.query('ROLLBACK').catch(lose)
        throw error
      } finally {
        client.off('error', lose)
        client.release(lost)
      }
    },
  }
}

type Client = pg.Pool | pg.PoolClient

/** PostgreSQL forgets such a statement with the next, so nothing can be known of it. */
async function runUnnamed(client: Client, text: string, values: readonly unknown[]) {
  const { rows, rowCount } = await client.query({ text, values: [...values], types: rowTypes })
  return { rows, count: rowCount ?? 0 }
}

async function hasCitus(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM pg_extension WHERE extname = 'citus'").catch(throwBusy)
  return rowCount === 1
}
