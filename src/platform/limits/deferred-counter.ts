import { LRUCache } from 'lru-cache'
import type { Count } from './memory-counter.ts'

const SEND_EVERY_MS = 20
/** After this, others may have consumed too much. */
const KNOWN_FOR_MS = 100
const MAX_KEYS = 100_000

/** As far as this process knows. Times are on the clock of `performance.now()`. */
interface Window {
  /** By all processes when last asked. */
  shared: number
  /** Sent to the shared count. */
  underway: number
  unsent: number
  endsAt: number
  learntAt: number
}

export interface DeferredCounter {
  /** Null, and nothing is counted, while the shared count is unknown. */
  consumeNow(key: string, units: number): Count | null
  /** Rejects when `add` does. */
  consume(key: string, units: number): Promise<Count>
  restored(key: string, units: number): void
}

/**
 * Counts in memory on top of a shared count, and sends what was consumed every 20 ms, so that requests need not wait.
 * With several processes a limit can be exceeded by what they allow in 20 ms and a round trip.
 * @param add adds to the shared count and answers the result
 */
export function createDeferredCounter(add: (key: string, units: number) => Promise<Count>): DeferredCounter {
  // With `max`, lru-cache allocates all its keys at once: 1.6 MB for each limit.
  const windows = new LRUCache<string, Window>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })
  let unsent = new Map<string, Window>()
  let isDue = false

  function learn(key: string, askedAt: number, { consumed, msLeft }: Count): Window {
    const window = windows.get(key) ?? { shared: 0, underway: 0, unsent: 0, endsAt: 0, learntAt: 0 }
    window.shared = consumed
    window.endsAt = askedAt + msLeft
    window.learntAt = performance.now()
    windows.set(key, window)
    return window
  }

  function send(): void {
    isDue = false
    const due = unsent
    unsent = new Map()
    const now = performance.now()
    for (const [key, window] of due) {
      const units = window.unsent
      window.unsent = 0
      // They would be consumed from the next window.
      if (now >= window.endsAt) continue
      window.underway += units
      add(key, units)
        .then((count) => {
          window.underway -= units
          learn(key, now, count)
        })
        // The next caller asks for the shared count itself, and deals with its failure.
        .catch(() => windows.delete(key))
    }
  }

  return {
    consumeNow(key, units) {
      const now = performance.now()
      const window = windows.get(key)
      if (!window || now >= window.endsAt || now - window.learntAt > KNOWN_FOR_MS) return null
      window.unsent += units
      unsent.set(key, window)
      if (!isDue) setTimeout(send, SEND_EVERY_MS).unref()
      isDue = true
      return countOf(window, now)
    },

    async consume(key, units) {
      const askedAt = performance.now()
      return countOf(learn(key, askedAt, await add(key, units)), performance.now())
    },

    restored(key, units) {
      const window = windows.get(key)
      if (window) window.shared = Math.max(0, window.shared - units)
    },
  }
}

const countOf = ({ shared, underway, unsent, endsAt }: Window, now: number): Count => ({
  consumed: shared + underway + unsent,
  msLeft: Math.ceil(endsAt - now),
})
