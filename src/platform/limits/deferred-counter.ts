import { LRUCache } from 'lru-cache'
import type { Count } from './memory-counter.ts'

const SEND_EVERY_MS = 20
/** Longer ago than this, others may have consumed too much to go by what is known. */
const KNOWN_FOR_MS = 100
const MAX_KEYS = 100_000

/** A key's window, as far as this process knows it. Times are on the clock of `performance.now()`. */
interface Window {
  /** Units that all processes had consumed when the shared count was asked last. */
  shared: number
  /** Units consumed here that are on their way to the shared count. */
  underway: number
  /** Units consumed here that are not sent yet. */
  unsent: number
  endsAt: number
  learntAt: number
}

export interface DeferredCounter {
  /** Counts without waiting; null, and nothing is counted, while it is not known what others have consumed. */
  consumeNow(key: string, units: number): Count | null
  /** Counts at the shared count, and learns from its answer. Rejects when `add` does. */
  consume(key: string, units: number): Promise<Count>
  /** Learns that units were restored in the shared count. */
  restored(key: string, units: number): void
}

/**
 * Counts in memory, on top of a count that processes share, and sends what was consumed every 20 ms, so that requests need
 * not wait for the round trip. One process counts exactly. With several, each learns 20 ms and a round trip later what
 * the others have consumed, so a limit can be exceeded by what they allow in that time.
 * @param add adds units to the shared count and answers what it is then
 */
export function createDeferredCounter(add: (key: string, units: number) => Promise<Count>): DeferredCounter {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS })
  let unsent = new Map<string, Window>()
  let isDue = false

  /** The window ends as long after the question as the answer says, or later. */
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
      // They would be consumed from the window that follows.
      if (now >= window.endsAt) continue
      window.underway += units
      add(key, units)
        .then((count) => {
          window.underway -= units
          learn(key, now, count)
        })
        // Whoever consumes next asks for the shared count itself, and deals with its failure.
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
