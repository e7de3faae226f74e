import { createFairSemaphore } from '../../platform/limits/fair-semaphore.ts'

/** Fewer permits than connections, so that reads find one; `perKey` leaves permits to other stores. */
const LIMITS = { permits: 6, perKey: 4, longestWaitMs: 15_000 }

export interface OrderQueue {
  /** @throws Problem UNAVAILABLE when the wait takes too long */
  run<Result>(storeId: string, transaction: () => Promise<Result>): Promise<Result>
  /** Called with the store's id after each commit. */
  onCommit(listener: (storeId: string) => void): void
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
