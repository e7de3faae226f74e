import type pg from 'pg'
import { DatabaseAway, isReadOnly, throwBusy } from '../errors/database-busy.ts'
import { hasSqlState } from '../errors/sql-state.ts'
import { rowParsers } from '../row-types.ts'
import type { SqlConnections, TransactionConnection } from '../shared-sql.ts'
import type { RunSql } from '../sql.ts'

/** @param onFailure is given the error of each failed statement */
export function servedConnections(
  pool: pg.Pool,
  nameOf: NameOf,
  onFailure: (error: unknown) => void = () => {},
): SqlConnections {
  let distributed: Promise<boolean> | undefined
  return {
    run: (text, values) =>
      send(pool, nameOf, text, values).catch((error) => {
        onFailure(error)
        throw error
      }),
    isDistributed() {
      distributed ??= hasCitus(pool)
      distributed.catch(() => {
        distributed = undefined
      })
      return distributed
    },
    async transaction(work) {
      const client = await pool.connect().catch(throwBusy)
      let lost: Error | undefined
      // A connection that breaks also fails its statement. Without a listener it would end the process.
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
        onFailure(error)
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
 * Statements without an answer have an unknown outcome, one prepared before a migration fails for ever, and a new
 * connection may lead to a server that takes writes.
 */
const isUseless = (error: Error): boolean =>
  error instanceof DatabaseAway || isReadOnly(error) || hasSqlState(error, '0A000')

type NameOf = (sql: string) => string

const types = { getTypeParser: (type: number) => rowParsers[type] ?? String }

async function send(to: pg.Pool | pg.PoolClient, nameOf: NameOf, text: string, values: readonly unknown[]) {
  const { rows, rowCount } = await to.query<object>({ name: nameOf(text), text, values: values.map(sendable), types })
  return { rows, count: rowCount ?? 0 }
}

/** Makes JSON as pg would, but before COMMIT may have been sent. @throws TypeError for what cannot be JSON */
function sendable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value
  return Array.isArray(value) ? value.map(sendable) : JSON.stringify(value)
}

/** pg sends statements without waiting: the first right behind BEGIN, the last right before COMMIT. */
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
