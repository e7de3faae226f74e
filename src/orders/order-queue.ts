import { createFairSemaphore } from '../platform/limits/fair-semaphore.ts'

/**
 * Fewer permits than the process has database connections, so that reads still find a free connection while these
 * transactions wait for locks. `perKey` leaves some of the permits to other stores when one store has a rush.
 */
const LIMITS = { permits: 6, perKey: 4, longestWaitMs: 15_000 }

/** The transactions about orders that this process runs, limited by a semaphore that is fair between stores. */
export interface OrderQueue {
  /**
   * Runs the transaction once the store gets a permit.
   * @throws Problem UNAVAILABLE when that takes too long
   */
  run<Result>(storeId: string, transaction: () => Promise<Result>): Promise<Result>
  /** Calls the listener with the store's id after each of them that was committed. */
  onCommit(listener: (storeId: string) => void): void
  /** How many run, and how many wait for a permit. */
  state(): { inUse: number; waiting: number }
}

export function createOrderQueue(): OrderQueue {
  const semaphore = createFairSemaphore(LIMITS)
  const listeners: ((storeId: string) => void)[] = []
  return {
    async run(storeId, transaction) {
      const release = await semaphore.acquire(storeId)
      try {
        const result = await transaction()
        for (const listener of listeners) listener(storeId)
        return result
      } finally {
        release()
      }
    },
    onCommit: (listener) => {
      listeners.push(listener)
    },
    state: semaphore.state,
  }
}
