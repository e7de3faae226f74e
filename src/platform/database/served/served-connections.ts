import type pg from 'pg'
import { DatabaseAway, throwBusy } from '../errors/database-busy.ts'
import { hasSqlState } from '../errors/sql-state.ts'
import { rowParsers } from '../row-types.ts'
import type { SqlConnections, TransactionConnection } from '../shared-sql.ts'
import type { RunSql } from '../sql.ts'

/** Runs SQL of ours on the pool. `nameOf` names the prepared statement of a text, or is empty for none. */
export function servedConnections(pool: pg.Pool, nameOf: NameOf): SqlConnections {
  let distributed: Promise<boolean> | undefined
  return {
    run: (text, values) => send(pool, nameOf, text, values),
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

/** Values become what Prisma makes of them. */
const types = { getTypeParser: (type: number) => rowParsers[type] ?? String }

async function send(to: pg.Pool | pg.PoolClient, nameOf: NameOf, text: string, values: readonly unknown[]) {
  const { rows, rowCount } = await to.query<object>({ name: nameOf(text), text, values: values.map(sendable), types })
  return { rows, count: rowCount ?? 0 }
}

/**
 * Makes JSON as pg would, but before anything is sent: pg notices too late that it cannot, when the COMMIT may follow.
 * @throws TypeError for what cannot be JSON
 */
function sendable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value
  return Array.isArray(value) ? value.map(sendable) : JSON.stringify(value)
}

/**
 * The statements of one transaction. pg sends each when it is asked for, without waiting for the one before: the first
 * right behind the BEGIN, and the one that is said to be the last right before the COMMIT.
 */
class ServedTransaction implements TransactionConnection {
  readonly #client: pg.PoolClient
  readonly #nameOf: NameOf
  #state: 'new' | 'open' | 'ended' = 'new'

  constructor(client: pg.PoolClient, nameOf: NameOf) {
    this.#client = client
    this.#nameOf = nameOf
  }

  run: RunSql = async (text, values) => {
    if (this.#state === 'ended') throw new Error('The transaction has ended')
    // When it fails, so do the statements behind it.
    if (this.#state === 'new') this.#client.query('BEGIN').catch(() => {})
    this.#state = 'open'
    return send(this.#client, this.#nameOf, text, values)
  }

  runLast: RunSql = async (text, values) => {
    const sent = values.map(sendable)
    const [result] = await Promise.all([this.run(text, sent), this.commit()])
    return result
  }

  /** Ends the transaction, unless it has ended or has had nothing to do. */
  async commit(): Promise<void> {
    const isOpen = this.#state === 'open'
    this.#state = 'ended'
    if (isOpen) await this.#client.query('COMMIT')
  }

  async rollBack(): Promise<void> {
    const hasBegun = this.#state !== 'new'
    this.#state = 'ended'
    if (hasBegun) await this.#client.query('ROLLBACK')
  }
}

async function hasCitus(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM pg_extension WHERE extname = 'citus'").catch(throwBusy)
  return rowCount === 1
}
