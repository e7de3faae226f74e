import type { PrismaClient } from '../../../generated/prisma/client.ts'
import { inTurn, type Turns, transactionInTurn } from './request-share.ts'

type Run = (...given: unknown[]) => PromiseLike<unknown>

/**
 * Makes the client of one request: each operation, with all statements that it takes, waits for the request's turn, and
 * so does each transaction as a whole. An operation starts when it is called, not when it is awaited.
 */
export const clientInTurn = (prisma: PrismaClient, turns: Turns): PrismaClient => new Proxy(prisma, new InTurn(turns))

class InTurn implements ProxyHandler<PrismaClient> {
  readonly #turns: Turns

  constructor(turns: Turns) {
    this.#turns = turns
  }

  get(prisma: PrismaClient, name: string | symbol): unknown {
    if (name === '$transaction') {
      // The transaction's own client asks on the connection that the transaction has, and waits for nothing.
      return (...given: Parameters<PrismaClient['$transaction']>) =>
        transactionInTurn(this.#turns, () => prisma.$transaction(...given))
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
    return (...given: unknown[]) => inTurn(this.#turns, () => (value as Run).apply(of, given))
  }
}
