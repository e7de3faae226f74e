import type { Services } from './gateway/context.ts'
import type { PrismaClient } from './generated/prisma/client.ts'
import type { Replica } from './platform/database/replica.ts'
import type { DatabaseAccess } from './platform/database/request-database.ts'
import type { Sql } from './platform/database/sql.ts'
import type { ReadRows } from './platform/database/store-statement.ts'

/**
 * Makes the function that makes the services of one request to a store: the process's, but for the ways to the
 * database, which take the request's turns. They are inherited, so a copy made with `...` has none of them.
 */
export function createRequestServices(services: Services): (storeId: string) => Services {
  class RequestServices {
    readonly #storeId: string
    #database: DatabaseAccess | undefined
    #replica: Replica | null | undefined

    constructor(storeId: string) {
      this.#storeId = storeId
    }

    get #own(): DatabaseAccess {
      this.#database ??= services.forRequest(this.#storeId)
      return this.#database
    }

    get prisma(): PrismaClient {
      return this.#own.prisma
    }

    get sql(): Sql {
      return this.#own.sql
    }

    get readRows(): ReadRows {
      return this.#own.readRows
    }

    get replica(): Replica | null {
      if (this.#replica === undefined) this.#replica = services.replica?.forRequest(this.#storeId) ?? null
      return this.#replica
    }
  }
  Object.setPrototypeOf(RequestServices.prototype, services)
  // TypeScript does not see what a prototype was given.
  return (storeId) => new RequestServices(storeId) as RequestServices & Services
}
