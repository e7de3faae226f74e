import type { PrismaClient } from '../../../generated/prisma/client.ts'
import { type Permits, withStatementPermit, withTransactionPermit } from './connection-quota.ts'

type Run = (...given: unknown[]) => PromiseLike<unknown>

/**
 * Each operation, and each transaction as a whole, acquires one permit. An operation starts when called, not when
 * awaited.
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
      // The transaction's own client uses its connection, and waits for nothing.
      return (...given: Parameters<PrismaClient['$transaction']>) =>
        withTransactionPermit(this.#permits, () => prisma.$transaction(...given))
    }
    const value: unknown = Reflect.get(prisma, name)
    if (typeof name === 'symbol' || name.startsWith('_')) return value
    if (name.startsWith('$')) return this.#called(prisma, value)
    return typeof value === 'object' && value !== null ? this.#model(value) : value
  }

  #model(model: object): object {
    return new Proxy(model, { get: (of, name) => this.#called(of, Reflect.get(of, name)) })
  }

  #called(of: object, value: unknown): unknown {
    if (typeof value !== 'function') return value
    // All of these return what Prisma's promises are.
    return (...given: unknown[]) => withStatementPermit(this.#permits, () => (value as Run).apply(of, given))
  }
}
