import { createFairSemaphore, type FairSemaphore } from '../../limits/fair-semaphore.ts'
import { throwBusy } from '../errors/database-busy.ts'

export interface ConnectionQuotaOptions {
  permits: number
  perStore: number
  perRequest: number
  longestWaitMs: number
}

export interface ConnectionQuota {
  /** All statements of a request have to acquire from the same object. */
  ofRequest(storeId: string): Permits
  /** How many requests wait because their store uses its share. */
  waiting(): number
}

export interface Permits {
  /** Waits for a connection; returns its release. @throws Problem UNAVAILABLE when waiting takes too long */
  acquire(kind: 'statement' | 'transaction'): Promise<() => void>
}

const nothing = () => {}

/** For jobs and commands, which are few and limited elsewhere. */
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
  /** Made with the first statement. */
  #own: FairSemaphore | null = null
  /**
   * A request with an open transaction does not wait for a second connection: requests could wait for each other
   * forever.
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

/** @throws DatabaseBusy when no connection or lock is free in time */
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

/** @throws DatabaseBusy when no connection is free in time */
export async function withTransactionPermit<Result>(permits: Permits, work: () => Promise<Result>): Promise<Result> {
  const release = await permits.acquire('transaction').catch(throwBusy)
  try {
    return await work()
  } finally {
    release()
  }
}
