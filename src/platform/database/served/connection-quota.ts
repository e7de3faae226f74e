import { createFairSemaphore, type FairSemaphore } from '../../limits/fair-semaphore.ts'
import { throwBusy } from '../errors/database-busy.ts'

export interface ConnectionQuotaOptions {
  /** How many connections there are. */
  permits: number
  /** How many of them the requests of one store may use at once. */
  perStore: number
  /** How many of them one request may use at once. */
  perRequest: number
  longestWaitMs: number
}

/** Divides the connections between stores and their requests. */
export interface ConnectionQuota {
  /** The permits of one request to the store, which all its statements have to acquire from the same object. */
  ofRequest(storeId: string): Permits
  /** How many requests wait because their store uses all the connections that it may. */
  waiting(): number
}

/** The connections that one request may use. */
export interface Permits {
  /**
   * Waits until the request may use a connection. Returns a function that releases the connection.
   * @throws Problem UNAVAILABLE when waiting takes too long
   */
  acquire(kind: 'statement' | 'transaction'): Promise<() => void>
}

const nothing = () => {}

/** Of work outside requests (jobs, commands), which does not wait: it is little and limited elsewhere. */
export const unlimited: Permits = { acquire: async () => nothing }

export function createConnectionQuota({
  perRequest,
  permits,
  perStore,
  longestWaitMs,
}: ConnectionQuotaOptions): ConnectionQuota {
  const stores = createFairSemaphore({ permits, perKey: perStore, longestWaitMs })
  const ofOne = { permits: perRequest, perKey: perRequest, longestWaitMs }
  return {
    ofRequest: (storeId) => new RequestPermits(stores, ofOne, storeId),
    waiting: () => stores.state().waiting,
  }
}

class RequestPermits implements Permits {
  readonly #stores: FairSemaphore
  readonly #options: Parameters<typeof createFairSemaphore>[0]
  readonly #storeId: string
  /** The request's own; made with the first statement. */
  #own: FairSemaphore | null = null
  /**
   * How many transactions the request has open now. While it has one, it holds a connection and does not wait for a
   * second: requests could wait for each other forever.
   */
  #transactions = 0

  constructor(stores: FairSemaphore, options: Parameters<typeof createFairSemaphore>[0], storeId: string) {
    this.#stores = stores
    this.#options = options
    this.#storeId = storeId
  }

  async acquire(kind: 'statement' | 'transaction'): Promise<() => void> {
    if (this.#transactions > 0) return nothing
    this.#own ??= createFairSemaphore(this.#options)
    const releaseRequest = await this.#own.acquire('')
    let releaseStore: () => void
    try {
      releaseStore = await this.#stores.acquire(this.#storeId)
    } catch (error) {
      releaseRequest()
      throw error
    }
    if (kind === 'transaction') this.#transactions += 1
    let isReleased = false
    return () => {
      if (kind === 'transaction' && !isReleased) this.#transactions -= 1
      isReleased = true
      releaseStore()
      releaseRequest()
    }
  }
}

/**
 * Runs a statement outside a transaction once the request may use a connection.
 * @throws DatabaseBusy when no connection or lock is free in time
 */
export async function withStatementPermit<Result>(permits: Permits, work: () => PromiseLike<Result>): Promise<Result> {
  let release: (() => void) | null = null
  try {
    release = await permits.acquire('statement')
    return await work()
  } catch (error) {
    return throwBusy(error)
  } finally {
    release?.()
  }
}

/**
 * Runs a transaction once the request may use a connection.
 * @throws DatabaseBusy when the request may not in time
 */
export async function withTransactionPermit<Result>(permits: Permits, work: () => Promise<Result>): Promise<Result> {
  const release = await permits.acquire('transaction').catch(throwBusy)
  try {
    return await work()
  } finally {
    release()
  }
}
