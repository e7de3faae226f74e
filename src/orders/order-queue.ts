import { createFairTurns } from '../platform/limits/fair-turns.ts'

/**
 * Fewer places than the process has database connections, so that reads still find a free connection while these
 * transactions wait for locks. `perKey` leaves some of the places to other stores when one store has a rush.
 */
const TURNS = { places: 6, perKey: 4, longestWaitMs: 15_000 }

/** The transactions about orders that this process runs, with the stores taking turns. */
export interface OrderQueue {
  /**
   * Runs the transaction once it is the store's turn.
   * @throws Problem UNAVAILABLE when that takes too long
   */
  run<Result>(storeId: string, transaction: () => Promise<Result>): Promise<Result>
  /** Calls the listener with the store's id after each of them that was committed. */
  onCommit(listener: (storeId: string) => void): void
  /** How many run, and how many wait for their turn. */
  state(): { inside: number; waiting: number }
}

export function createOrderQueue(): OrderQueue {
  const turns = createFairTurns(TURNS)
  const listeners: ((storeId: string) => void)[] = []
  return {
    async run(storeId, transaction) {
      const leave = await turns.enter(storeId)
      try {
        const result = await transaction()
        for (const listener of listeners) listener(storeId)
        return result
      } finally {
        leave()
      }
    },
    onCommit: (listener) => {
      listeners.push(listener)
    },
    state: turns.state,
  }
}
