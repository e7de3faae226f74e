import { busy } from '../problem.ts'

/** The part of the memory that one caller uses for what it receives. */
export interface Allocation {
  /** Counts bytes that have been received and are in memory. */
  add(bytes: number): void
  /** Aborted with a Problem UNAVAILABLE when the memory is needed for others. */
  signal: AbortSignal
  close(): void
}

/**
 * Bounds the memory for what clients send, however many of them send and however slowly. Only bytes that are there
 * count, so that a client who sends none of them blocks nobody.
 */
export interface MemoryQuota {
  open(key: string): Allocation
}

interface Entry {
  key: string
  bytes: number
  abort: AbortController
}

/**
 * When more than `maxBytes` bytes are held, the key (usually a store) that holds the most of them loses its oldest allocation.
 */
export function createMemoryQuota(maxBytes: number): MemoryQuota {
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

  function abortLargest(): void {
    let largest = ''
    let mostHeld = 0
    for (const [key, held] of byKey) if (held > mostHeld) [largest, mostHeld] = [key, held]
    for (const entry of entries) {
      if (entry.key !== largest || entry.bytes === 0) continue
      drop(entry)
      entry.abort.abort(busy())
      return
    }
  }

  return {
    open(key) {
      const entry: Entry = { key, bytes: 0, abort: new AbortController() }
      entries.add(entry)
      return {
        add(bytes) {
          if (!entries.has(entry)) return
          entry.bytes += bytes
          count(key, bytes)
          while (total > maxBytes) abortLargest()
        },
        signal: entry.abort.signal,
        close: () => drop(entry),
      }
    },
  }
}
