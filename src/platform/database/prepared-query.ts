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

interface Settlers {
  resolve: (result: PreparedResult) => void
  reject: (error: Error) => void
}

/** A statement on its way to PostgreSQL, and what has come of it by now. */
class Statement {
  readonly name: string
  readonly text: string
  /** Why its values cannot be sent; null for nearly all. */
  readonly unsendable: Error | null = null
  readonly #values: readonly unknown[] = []
  #rows: unknown[] = []
  #readRow: ReadRow | null = null
  #count = 0
  #unreadable: Error | null = null
  #settlers: Settlers | null

  constructor(name: string, text: string, values: readonly unknown[], settlers: Settlers | null) {
    this.name = name
    this.text = text
    this.#settlers = settlers
    try {
      this.#values = values.map(prepareValue)
    } catch (error) {
      this.unsendable = error as Error
    }
  }

  /** Writes its messages, but none that asks for an answer. */
  send(connection: Connection, described: Described): void {
    const { name, text } = this
    const { parsedStatements, submittedNamedStatements } = connection
    if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
      connection.parse({ name, text })
      if (name !== '') submittedNamedStatements[name] = text
    }
    connection.bind({ statement: name, values: this.#values })
    const readRow = described.get(name)
    if (readRow === undefined) connection.describe({ type: 'P' })
    else this.#readRow = readRow
    connection.execute()
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
  handleCommandComplete({ text }: { text: string }, described: Described): void {
    this.#count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    if (this.name !== '') described.set(this.name, this.#readRow)
  }

  /**
   * Lets go of the rows and of who waits for them. For its time-out, pg makes a function that knows the query, and V8 of
   * Node 20 keeps a function that is assigned to a property, with all that it can see, until the next full collection of
   * garbage.
   */
  settle(failure: Error | null): void {
    const result = { rows: this.#rows, count: this.#count }
    const settlers = this.#settlers
    const error = failure ?? this.#unreadable
    this.#rows = []
    this.#settlers = null
    if (error) settlers?.reject(error)
    else settlers?.resolve(result)
  }
}

/**
 * Statements for `query` of pg's pools and clients, in the place of pg's own query. That one asks with every call which
 * columns there are, and copies all that it is given. These are sent in one message and run one after the other. The one
 * that fails fails all that follow it, which are not run. When the values of one cannot be sent, none is.
 */
export class PreparedQuery implements pg.Submittable {
  /** Set by the pool or client that runs it. */
  callback: Callback | undefined
  readonly #statements: Statement[] = []
  /** The place of the statement whose answer is awaited. */
  #at = 0
  #described: Described | null = null

  /** @param name empty for a statement that is not kept prepared */
  add(name: string, text: string, values: readonly unknown[]): Promise<PreparedResult> {
    return new Promise((resolve, reject) => {
      this.#statements.push(new Statement(name, text, values, { resolve, reject }))
    })
  }

  /** Adds a statement whose result nobody waits for. */
  addSilent(name: string, text: string): void {
    this.#statements.push(new Statement(name, text, [], null))
  }

  /** Runs it once, on a client or whichever connection of a pool is free. What comes of it, `add` has promised. */
  runOn(given: pg.Pool | pg.PoolClient): void {
    const runner = given as unknown as Runner // what pg's types leave out
    runner.query(this, undefined, (error) => this.#settle(error))
  }

  /** By these two pg keeps account of what a connection has prepared. */
  get name(): string {
    return this.#statements[this.#at]?.name ?? ''
  }
  get text(): string {
    return this.#statements[this.#at]?.text ?? ''
  }

  #settle(error: Error | null): void {
    for (const [at, statement] of this.#statements.entries()) statement.settle(at < this.#at ? null : error)
    this.#statements.length = 0
  }

  /**
   * Called by pg when the connection is free; the handlers below when PostgreSQL has answered.
   * @returns why nothing was sent, which pg then gives to `handleError`
   */
  submit(given: unknown): Error | null {
    for (const { unsendable } of this.#statements) if (unsendable) return unsendable
    // pg's types tell of another connection than it has.
    const connection = given as Connection
    const described = describedOn(connection)
    this.#described = described
    const { stream } = connection
    stream.cork()
    try {
      for (const statement of this.#statements) statement.send(connection, described)
      connection.sync()
    } finally {
      stream.uncork()
    }
    return null
  }

  handleRowDescription(message: { fields: readonly Column[] }): void {
    this.#statements[this.#at]?.handleRowDescription(message)
  }

  handleDataRow(message: { fields: Texts }): void {
    this.#statements[this.#at]?.handleDataRow(message)
  }

  handleCommandComplete(message: { text: string }): void {
    if (this.#described) this.#statements[this.#at]?.handleCommandComplete(message, this.#described)
    this.#at += 1
  }

  handleReadyForQuery(): void {
    this.callback?.(null)
  }

  handleError(error: Error, given: unknown): void {
    const { submittedNamedStatements } = given as Connection
    // PostgreSQL has skipped what follows, so nothing of it is prepared.
    for (const { name } of this.#statements.slice(this.#at)) delete submittedNamedStatements[name]
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
