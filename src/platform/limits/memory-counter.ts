export type Count = { consumed: number; msLeft: number }

export type MemoryCounter = {
  consume(key: string, units?: number): Count
  /** Ignored once the window has ended. */
  restore(key: string, units?: number): void
  consumed(key: string): number
  size(): number
}

type Window = { consumed: number; endsAt: number }

/**
 * Fixed windows of equal length, so the map's order is that of expiry, and no timers are needed. At `maxKeys` the
 * oldest window is dropped.
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
      // Fractions could make a window of one second seem longer.
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
