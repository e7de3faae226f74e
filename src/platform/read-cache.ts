import { LRUCache } from 'lru-cache'

export interface ReadCache<Value, About> {
  /** What is kept, or else what is read now, for all who ask meanwhile. Rejects when reading does. */
  find(key: string, about: About): Promise<Value>
  /** What was read until now is given to nobody who asks from now on; whoever asked before still gets it. */
  forget(key: string): void
}

export interface ReadCacheOptions<Value> {
  /** How old, counted from when it began to be read, a value may be. */
  maxAgeMs: number
  /** How much is kept at most, as `sizeOf` measures it. */
  maxSize: number
  /** At least 1; a value counts as 1 without it. */
  sizeOf?: (value: Value) => number
}

/**
 * Keeps for a while what was read. A read belongs to those who wait for it: it ends although its key is forgotten or
 * pushed out meanwhile, which `fetch` of lru-cache would abort.
 * @param read is also told what it gave the last time, however old, if that is still there
 */
export function createReadCache<Value extends object, About = void>(
  { maxAgeMs, maxSize, sizeOf = () => 1 }: ReadCacheOptions<Value>,
  read: (key: string, previous: Value | undefined, about: About) => Promise<Value>,
): ReadCache<Value, About> {
  const kept = new LRUCache<string, Value>({
    maxSize,
    sizeCalculation: sizeOf,
    ttl: maxAgeMs,
    noDeleteOnStaleGet: true,
  })
  const reading = new Map<string, Promise<Value>>()

  async function readNow(key: string, about: About): Promise<Value> {
    const start = performance.now()
    const value = read(key, kept.peek(key, { allowStale: true }), about)
    reading.set(key, value)
    try {
      const result = await value
      // Forgotten meanwhile, it may be from before the change.
      if (reading.get(key) === value) kept.set(key, result, { start })
      return result
    } finally {
      if (reading.get(key) === value) reading.delete(key)
    }
  }

  return {
    find(key, about) {
      const value = kept.get(key)
      return value ? Promise.resolve(value) : (reading.get(key) ?? readNow(key, about))
    },
    forget(key) {
      kept.delete(key)
      reading.delete(key)
    },
  }
}
