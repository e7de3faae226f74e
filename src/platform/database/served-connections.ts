import type pg from 'pg'
import { throwBusy } from './database-busy.ts'
import { rowTypes } from './row-types.ts'
import type { SqlConnections } from './shared-sql.ts'
import type { RunSql } from './sql.ts'

/** Runs SQL of ours on the pool. `nameOf` names the prepared statement of a text, or is empty for none. */
export function servedConnections(pool: pg.Pool, nameOf: (sql: string) => string): SqlConnections {
  const runOn =
    (client: pg.Pool | pg.PoolClient): RunSql =>
    async (text, values) => {
      const { rows, rowCount } = await client.query({ name: nameOf(text), text, values: [...values], types: rowTypes })
      return { rows, count: rowCount ?? 0 }
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
        await client.query('ROLLBACK').catch(lose)
        throw error
      } finally {
        client.off('error', lose)
        client.release(lost)
      }
    },
  }
}

async function hasCitus(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM pg_extension WHERE extname = 'citus'").catch(throwBusy)
  return rowCount === 1
}
