import { busy } from '../problem.ts'

export interface Allocation {
  add(bytes: number): void
  /** Aborted with a Problem UNAVAILABLE when others need the memory. */
  signal: AbortSignal
  close(): void
}

/** Bounds the memory for what clients send. Only received bytes count, so slow clients block nobody. */
export interface MemoryQuota {
  open(key: string): Allocation
}

interface Entry {
  key: string
  bytes: number
  abort: AbortController
}

/** Above `maxBytes`, the key (usually a store) that holds the most loses its oldest allocation. */
export function createMemoryQuota(maxBytes: number): MemoryQuota {
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
