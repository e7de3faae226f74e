export type Count = { taken: number; msLeft: number }

export type MemoryCounter = {
  /** One more for the key, or so many, in its window. */
  take(key: string, units?: number): Count
  /** One less, while the window lasts. */
  giveBack(key: string): void
  /** How many keys are held. */
  size(): number
}

type Window = { taken: number; endsAt: number }

/**
 * Counts per key in fixed windows, in bounded memory.
 *
 * All windows have one length, so a map in the order of insertion is in the order of expiry: ended windows are dropped
 * from its front, without timers. At `maxKeys` the oldest goes, which is the one that would have ended first.
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
    take(key, units = 1) {
      // Whole milliseconds: a fraction lost in adding would make a window of a second seem longer than one.
      const now = Math.floor(performance.now())
      let window = windows.get(key)
      if (!window || window.endsAt <= now) {
        windows.delete(key)
        dropEnded(now)
        window = { taken: 0, endsAt: now + windowSeconds * 1000 }
        windows.set(key, window)
      }
      window.taken += units
      return { taken: window.taken, msLeft: window.endsAt - now }
    },

    giveBack(key) {
      const window = windows.get(key)
      if (window && window.endsAt > performance.now()) window.taken = Math.max(0, window.taken - 1)
    },

    size: () => windows.size,
  }
}
