import type { PrismaClient } from '../../../generated/prisma/client.ts'
import { type Permits, withStatementPermit, withTransactionPermit } from './connection-quota.ts'

type Run = (...given: unknown[]) => PromiseLike<unknown>

/**
 * Makes the client of one request: each operation, with all its statements, acquires one permit, and so does each
 * transaction as a whole. An operation starts when it is called, not when it is awaited.
 */
export const limitedClient = (prisma: PrismaClient, permits: Permits): PrismaClient =>
  new Proxy(prisma, new LimitedClient(permits))

class LimitedClient implements ProxyHandler<PrismaClient> {
  readonly #permits: Permits

  constructor(permits: Permits) {
    this.#permits = permits
  }

  get(prisma: PrismaClient, name: string | symbol): unknown {
    if (name === '$transaction') {
      // The transaction's own client uses the connection of the transaction, and waits for nothing.
      return (...given: Parameters<PrismaClient['$transaction']>) =>
        withTransactionPermit(this.#permits, () => prisma.$transaction(...given))
    }
    const value: unknown = Reflect.get(prisma, name)
    if (typeof name === 'symbol' || name.startsWith('_')) return value
    // `$queryRaw` and the like, and the models.
    if (name.startsWith('$')) return this.#called(prisma, value)
    return typeof value === 'object' && value !== null ? this.#model(value) : value
  }

  #model(model: object): object {
    return new Proxy(model, { get: (of, name) => this.#called(of, Reflect.get(of, name)) })
  }

  #called(of: object, value: unknown): unknown {
    if (typeof value !== 'function') return value
    // All functions of a model, and those of the client that a request may call, return what Prisma's promises are.
    return (...given: unknown[]) => withStatementPermit(this.#permits, () => (value as Run).apply(of, given))
  }
}
