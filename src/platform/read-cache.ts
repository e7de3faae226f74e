import { LRUCache } from 'lru-cache'

export interface ReadCache<Value, About> {
  /** Reads once for everyone who asks meanwhile. Rejects when reading fails. */
  find(key: string, about: About): Promise<Value>
  /** Undefined when `find` would read. */
  peek(key: string): Value | undefined
  /** Also discards the result of a read under way, except for callers who already wait. */
  forget(key: string): void
}

export interface ReadCacheOptions<Value> {
  /** How old a value may be, counted from the start of its read. */
  maxAgeMs: number
  /** In the unit of `sizeOf`. */
  maxSize: number
  /** At least 1. Left out, each value counts as 1. */
  sizeOf?: (value: Value) => number
}

/**
 * A read under way always completes for those who wait, even when its key is forgotten; lru-cache's `fetch` would abort
 * it.
 * @param read receives the previous value, however old, if it is still cached
 */
export function createReadCache<Value extends object, About = void>(
  { maxAgeMs, maxSize, sizeOf = () => 1 }: ReadCacheOptions<Value>,
  read: (key: string, previous: Value | undefined, about: About) => Promise<Value>,
): ReadCache<Value, About> {
  const cached = new LRUCache<string, Value>({
    maxSize,
    sizeCalculation: sizeOf,
    ttl: maxAgeMs,
    noDeleteOnStaleGet: true,
  })
  const reading = new Map<string, Promise<Value>>()

  async function readNow(key: string, about: About): Promise<Value> {
    const start = performance.now()
    const value = read(key, cached.peek(key, { allowStale: true }), about)
    reading.set(key, value)
    try {
      const result = await value
      // If the key was forgotten during the read, the value may be outdated and is not cached.
      if (reading.get(key) === value) cached.set(key, result, { start })
      return result
    } finally {
      if (reading.get(key) === value) reading.delete(key)
    }
  }

  return {
    find(key, about) {
      const value = cached.get(key)
      return value ? Promise.resolve(value) : (reading.get(key) ?? readNow(key, about))
    },
    peek: (key) => cached.get(key),
    forget(key) {
      cached.delete(key)
      reading.delete(key)
    },
  }
}
