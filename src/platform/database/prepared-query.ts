import type { Duplex } from 'node:stream'
import pg from 'pg'
import { rowParsers } from './row-types.ts'

/** What a statement came to. */
export interface PreparedResult {
  rows: unknown[]
  count: number
}

type Column = Pick<pg.FieldDef, 'name' | 'dataTypeID'>
/** The values of a row as PostgreSQL writes them. */
type Texts = readonly (string | null)[]
type ReadRow = (texts: Texts) => unknown

/** A connection as pg's own queries use it. Its types leave out what it knows of statements. */
interface Connection {
  stream: Duplex
  parsedStatements: Readonly<Record<string, string>>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(statement: { statement: string; values: readonly unknown[] }): void
  describe(portal: { type: 'P' }): void
  execute(): void
  sync(): void
}

/**
 * How rows are read, by the statement's name; null for one that returns none. What PostgreSQL has once told of a prepared
 * statement holds for as long as its connection: a statement that would return something else by now fails instead.
 */
type Described = Map<string, ReadRow | null>

const described = new WeakMap<Connection, Described>()

function describedOn(connection: Connection): Described {
  const known = described.get(connection)
  if (known) return known
  const none: Described = new Map()
  described.set(connection, none)
  return none
}

/** Makes what PostgreSQL takes of a parameter. pg's types leave it out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils

type Callback = (error: Error | null) => void

/** How pools and clients take a query that is made already, with whom to tell. */
interface Runner {
  query(query: pg.Submittable, values: undefined, told: Callback): void
}

/**
 * A named statement for `query` of pg's pools and clients, in the place of pg's own query. That one asks with every call
 * which columns there are, and copies all that it is given.
 */
export class PreparedQuery implements pg.Submittable {
  /** Set by the pool or client that runs it. */
  callback: Callback | undefined
  /** By these two pg keeps account of what a connection has prepared. */
  readonly name: string
  readonly text: string
  readonly #values: readonly unknown[]
  #rows: unknown[] = []
  #described: Described | null = null
  #readRow: ReadRow | null = null
  #count = 0
  #unreadable: Error | null = null
  #settlers: { resolve: (result: PreparedResult) => void; reject: (error: Error) => void } | null = null

  constructor(name: string, text: string, values: readonly unknown[]) {
    this.name = name
    this.text = text
    this.#values = values.map(prepareValue)
  }

  /** Runs it once, on a client or whichever connection of a pool is free. */
  run(on: pg.Pool | pg.PoolClient): Promise<PreparedResult> {
    const runner = on as unknown as Runner // what pg's types leave out
    const told = (error: Error | null) => this.#settle(error)
    return new Promise((resolve, reject) => {
      this.#settlers = { resolve, reject }
      runner.query(this, undefined, told)
    })
  }

  /**
   * Lets go of the rows and of who waits for them. For its time-out, pg makes a function that knows the query, and V8 of
   * Node 20 keeps a function that is assigned to a property, with all that it can see, until the next full collection of
   * garbage.
   */
  #settle(error: Error | null): void {
    const result = { rows: this.#rows, count: this.#count }
    const settlers = this.#settlers
    this.#rows = []
    this.#settlers = null
    if (error) settlers?.reject(error)
    else settlers?.resolve(result)
  }

  /** Called by pg when the connection is free; the handlers below when PostgreSQL has answered. */
  submit(given: unknown): void {
    // pg's types tell of another connection than it has.
    const connection = given as Connection
    const { name, text } = this
    const { stream, parsedStatements, submittedNamedStatements } = connection
    this.#described = describedOn(connection)
    const readRow = this.#described.get(name)
    // All messages at once.
    stream.cork()
    try {
      if (parsedStatements[name] === undefined) {
        connection.parse({ name, text })
        submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values: this.#values })
      if (readRow === undefined) connection.describe({ type: 'P' })
      else this.#readRow = readRow
      connection.execute()
      connection.sync()
    } finally {
      stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#readRow = rowReader(fields)
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    if (this.#unreadable) return
    try {
      this.#rows.push(this.#readRow?.(fields))
    } catch (error) {
      // The other rows arrive all the same.
      this.#unreadable = error as Error
    }
  }

  /** @param text such as `SELECT 3` or `INSERT 0 1`; some commands have no number */
  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
  }

  handleReadyForQuery(): void {
    this.#described?.set(this.name, this.#readRow)
    this.callback?.(this.#unreadable)
  }

  handleError(error: Error): void {
    this.callback?.(error)
  }
}

const readers = new Map<string, ReadRow>()

/**
 * Reads rows of these columns, by the same function on all connections. It is compiled, so that it makes each row at once
 * in its whole shape; only the names of columns, which are written in this service, stand in it.
 */
function rowReader(columns: readonly Column[]): ReadRow {
  const key = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID]))
  const known = readers.get(key)
  if (known) return known
  const parsers = columns.map(({ dataTypeID }) => rowParsers[dataTypeID])
  const fields = columns.map(({ name }, at) => {
    const value = parsers[at] ? `texts[${at}] === null ? null : parsers[${at}](texts[${at}])` : `texts[${at}]`
    return `${JSON.stringify(name)}: ${value}`
  })
  const reader = new Function('parsers', `return (texts) => ({ ${fields.join(', ')} })`)(parsers) as ReadRow
  readers.set(key, reader)
  return reader
}
