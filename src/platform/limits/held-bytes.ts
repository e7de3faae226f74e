import { busy } from '../problem.ts'

/** The part of the memory that one caller uses for what it receives. */
export interface Holding {
  /** Counts bytes that have been received and are kept in memory. */
  add(bytes: number): void
  /** Aborted with a Problem UNAVAILABLE when the memory is needed for others. */
  signal: AbortSignal
  close(): void
}

/**
 * Bounds the memory for what clients send, however many of them send and however slowly. Only bytes that are there
 * count, so that a client who sends none of them keeps nobody out.
 */
export interface HeldBytes {
  open(key: string): Holding
}

interface Entry {
  key: string
  bytes: number
  cut: AbortController
}

/**
 * When more than `most` bytes are held, the key (usually a store) that holds the most of them loses its oldest holding.
 */
export function createHeldBytes(most: number): HeldBytes {
  /** In order of arrival. */
  const entries = new Set<Entry>()
  const byKey = new Map<string, number>()
  let total = 0

  function count(key: string, bytes: number): void {
    total += bytes
    const held = (byKey.get(key) ?? 0) + bytes
    if (held > 0) byKey.set(key, held)
    else byKey.delete(key)
  }

  function drop(entry: Entry): void {
    if (entries.delete(entry)) count(entry.key, -entry.bytes)
  }

  function cutLargest(): void {
    let largest = ''
    let mostHeld = 0
    for (const [key, held] of byKey) if (held > mostHeld) [largest, mostHeld] = [key, held]
    for (const entry of entries) {
      if (entry.key !== largest || entry.bytes === 0) continue
      drop(entry)
      entry.cut.abort(busy())
      return
    }
  }

  return {
    open(key) {
      const entry: Entry = { key, bytes: 0, cut: new AbortController() }
      entries.add(entry)
      return {
        add(bytes) {
          if (!entries.has(entry)) return
          entry.bytes += bytes
          count(key, bytes)
          while (total > most) cutLargest()
        },
        signal: entry.cut.signal,
        close: () => drop(entry),
      }
    },
  }
}
