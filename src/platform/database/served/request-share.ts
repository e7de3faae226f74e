import { createFairTurns, type FairTurns } from '../../limits/fair-turns.ts'
import { throwBusy } from '../errors/database-busy.ts'

export interface ShareOptions {
  /** How many connections there are. */
  places: number
  /** How many of them the requests of one store may use at once. */
  perStore: number
  /** How many of them one request may use at once. */
  perRequest: number
  longestWaitMs: number
}

/** Shares the connections among requests. */
export interface ConnectionShares {
  /** The turns of one request to the store. What it asks at the same time has to ask with the same turns. */
  ofRequest(storeId: string): Turns
  /** How many requests wait because their store uses all the connections that it may. */
  waiting(): number
}

/** Lets one request use connections. */
export interface Turns {
  /**
   * Waits until the request may use a connection. Returns a function that gives the connection back.
   * @throws Problem UNAVAILABLE when waiting takes too long
   */
  enter(kind: 'statement' | 'transaction'): Promise<() => void>
}

const nothing = () => {}

/** Of work outside requests (jobs, commands), which does not wait: it is little and limited elsewhere. */
export const noTurns: Turns = { enter: async () => nothing }

export function createConnectionShares({
  perRequest,
  places,
  perStore,
  longestWaitMs,
}: ShareOptions): ConnectionShares {
  const stores = createFairTurns({ places, perKey: perStore, longestWaitMs })
  const ofOne = { places: perRequest, perKey: perRequest, longestWaitMs }
  return {
    ofRequest: (storeId) => new RequestTurns(stores, ofOne, storeId),
    waiting: () => stores.state().waiting,
  }
}

class RequestTurns implements Turns {
  readonly #stores: FairTurns
  readonly #options: Parameters<typeof createFairTurns>[0]
  readonly #storeId: string
  /** The request's own; made with the first statement. */
  #own: FairTurns | null = null
  /**
   * How many transactions the request has open now. While it has one, it holds a connection and does not wait for a
   * second: requests could wait for each other forever.
   */
  #transactions = 0

  constructor(stores: FairTurns, options: Parameters<typeof createFairTurns>[0], storeId: string) {
    this.#stores = stores
    this.#options = options
    this.#storeId = storeId
  }

  async enter(kind: 'statement' | 'transaction'): Promise<() => void> {
    if (this.#transactions > 0) return nothing
    this.#own ??= createFairTurns(this.#options)
    const leaveRequest = await this.#own.enter('')
    let leaveStore: () => void
    try {
      leaveStore = await this.#stores.enter(this.#storeId)
    } catch (error) {
      leaveRequest()
      throw error
    }
    if (kind === 'transaction') this.#transactions += 1
    let hasLeft = false
    return () => {
      if (kind === 'transaction' && !hasLeft) this.#transactions -= 1
      hasLeft = true
      leaveStore()
      leaveRequest()
    }
  }
}

/**
 * Runs a statement outside a transaction once the request may use a connection.
 * @throws DatabaseBusy when no connection or lock is free in time
 */
export async function inTurn<Result>(turns: Turns, work: () => PromiseLike<Result>): Promise<Result> {
  let leave: (() => void) | null = null
  try {
    leave = await turns.enter('statement')
    return await work()
  } catch (error) {
    return throwBusy(error)
  } finally {
    leave?.()
  }
}

/**
 * Runs a transaction once the request may use a connection.
 * @throws DatabaseBusy when the request may not in time
 */
export async function transactionInTurn<Result>(turns: Turns, work: () => Promise<Result>): Promise<Result> {
  const leave = await turns.enter('transaction').catch(throwBusy)
  try {
    return await work()
  } finally {
    leave()
  }
}
