export type Count = { consumed: number; msLeft: number }

export type MemoryCounter = {
  /** Adds one, or `units`, to the key's window. */
  consume(key: string, units?: number): Count
  /** Restores one, or `units`, if the window has not ended. */
  restore(key: string, units?: number): void
  /** The units in the key's window, without adding any. */
  consumed(key: string): number
  /** How many keys are in memory. */
  size(): number
}

type Window = { consumed: number; endsAt: number }

/**
 * Counts per key in fixed windows, in bounded memory.
 *
 * All windows are equally long, so the map's insertion order is also the order of expiry: ended windows are removed
 * from its front, without timers. At `maxKeys` keys the oldest window is dropped, which would have ended first.
 */
export function createMemoryCounter(windowSeconds: number, maxKeys = 100_000): MemoryCounter {
  const windows = new Map<string, Window>()

  function dropEnded(now: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size < maxKeys) return
      windows.delete(key)
    }
  }

  return {
    consume(key, units = 1) {
      // Use whole milliseconds: with fractions, rounding can make a window of one second seem longer than that.
      const now = Math.floor(performance.now())
      let window = windows.get(key)
      if (!window || window.endsAt <= now) {
        windows.delete(key)
        dropEnded(now)
        window = { consumed: 0, endsAt: now + windowSeconds * 1000 }
        windows.set(key, window)
      }
      window.consumed += units
      return { consumed: window.consumed, msLeft: window.endsAt - now }
    },

    restore(key, units = 1) {
      const window = windows.get(key)
      if (window && window.endsAt > performance.now()) window.consumed = Math.max(0, window.consumed - units)
    },

    consumed(key) {
      const window = windows.get(key)
      return window && window.endsAt > performance.now() ? window.consumed : 0
    },

    size: () => windows.size,
  }
}
