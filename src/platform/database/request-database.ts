import type { PrismaClient } from '../../generated/prisma/client.ts'
import { clientInTurn } from './client-in-turn.ts'
import type { Turns } from './request-share.ts'
import { type OnQuery, readRowsInTurn, type SqlConnections, sqlInTurn } from './shared-sql.ts'
import type { Sql } from './sql.ts'
import type { ReadRows } from './store-statement.ts'

/** The ways to the data, for somebody who takes the turns of one. */
export interface DatabaseAccess {
  prisma: PrismaClient
  /** Runs SQL without Prisma, on the same connections. */
  sql: Sql
  readRows: ReadRows
}

/** What all requests share. */
interface Parts {
  prisma: PrismaClient
  connections: SqlConnections
  onQuery: OnQuery
}

/** The database as one request sees it. What it does not ask for is not made. */
export class RequestDatabase implements DatabaseAccess {
  readonly #parts: Parts
  readonly #turns: Turns
  #prisma: PrismaClient | undefined
  #sql: Sql | undefined
  #readRows: ReadRows | undefined

  constructor(parts: Parts, turns: Turns) {
    this.#parts = parts
    this.#turns = turns
  }

  get prisma(): PrismaClient {
    this.#prisma ??= clientInTurn(this.#parts.prisma, this.#turns)
    return this.#prisma
  }

  get sql(): Sql {
    this.#sql ??= sqlInTurn(this.#parts.connections, this.#turns, this.#parts.onQuery)
    return this.#sql
  }

  get readRows(): ReadRows {
    this.#readRows ??= readRowsInTurn(this.#parts.connections, this.#turns, this.#parts.onQuery)
    return this.#readRows
  }
}
