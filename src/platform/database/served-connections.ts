import type pg from 'pg'
import { DatabaseAway, throwBusy } from './database-busy.ts'
import { PreparedQuery } from './prepared-query.ts'
import type { SqlConnections, TransactionConnection } from './shared-sql.ts'
import type { RunSql } from './sql.ts'
import { hasSqlState } from './sql-state.ts'

/** Runs SQL of ours on the pool. `nameOf` names the prepared statement of a text, or is empty for none. */
export function servedConnections(pool: pg.Pool, nameOf: NameOf): SqlConnections {
  let distributed: Promise<boolean> | undefined
  return {
    run(text, values) {
      const query = new PreparedQuery()
      const result = query.add(nameOf(text), text, values)
      query.runOn(pool)
      return result
    },
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
      const transaction = new ServedTransaction(client, nameOf)
      try {
        const result = await work(transaction)
        await transaction.commit().catch(throwBusy)
        return result
      } catch (error) {
        if (error instanceof Error && isUseless(error)) lost = error
        if (!lost) await transaction.rollBack().catch(lose)
        throw error
      } finally {
        client.off('error', lose)
        client.release(lost)
      }
    },
  }
}

/**
 * Whether its connection is of no more use: nobody knows what has become of statements without an answer, and one that
 * was prepared before a migration fails there for ever.
 */
const isUseless = (error: Error): boolean => error instanceof DatabaseAway || hasSqlState(error, '0A000')

type NameOf = (sql: string) => string

/**
 * The statements of one transaction. Those that are asked for at once are sent in one message, the first of all with the
 * BEGIN, and the one that is said to be the last with the COMMIT.
 */
class ServedTransaction implements TransactionConnection {
  readonly #client: pg.PoolClient
  readonly #nameOf: NameOf
  /** What is sent next; null until something is asked for. */
  #next: PreparedQuery | null = null
  #state: 'new' | 'open' | 'ended' = 'new'

  constructor(client: pg.PoolClient, nameOf: NameOf) {
    this.#client = client
    this.#nameOf = nameOf
  }

  run: RunSql = (text, values) => this.#query().add(this.#nameOf(text), text, values)

  runLast: RunSql = (text, values) => {
    const query = this.#query()
    const result = query.add(this.#nameOf(text), text, values)
    const committed = query.add(this.#nameOf('COMMIT'), 'COMMIT', [])
    this.#state = 'ended'
    return Promise.all([result, committed]).then(() => result)
  }

  /** Ends the transaction, unless it has ended or has had nothing to do. */
  async commit(): Promise<void> {
    const committed = this.#state === 'open' ? this.run('COMMIT', []) : null
    this.#state = 'ended'
    await committed
  }

  async rollBack(): Promise<void> {
    const hasBegun = this.#state !== 'new'
    this.#state = 'ended'
    if (hasBegun) await this.#client.query('ROLLBACK')
  }

  /** What takes the statements that are asked for before the caller waits for something. */
  #query(): PreparedQuery {
    if (this.#state === 'ended') throw new Error('The transaction has ended')
    if (this.#next) return this.#next
    const query = new PreparedQuery()
    if (this.#state === 'new') query.addSilent(this.#nameOf('BEGIN'), 'BEGIN')
    this.#state = 'open'
    this.#next = query
    queueMicrotask(() => {
      this.#next = null
      query.runOn(this.#client)
    })
    return query
  }
}

async function hasCitus(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM pg_extension WHERE extname = 'citus'").catch(throwBusy)
  return rowCount === 1
}
