import { busy } from '../problem.ts'

export interface FairSemaphoreOptions {
  permits: number
  /** Fewer than `permits`, so that the next key finds a free one. */
  perKey: number
  longestWaitMs: number
}

/** Limits callers at once, and shares permits fairly between keys (usually stores). */
export interface FairSemaphore {
  /** Returns the release, which may be called twice. @throws Problem UNAVAILABLE when no permit is free in time */
  acquire(key: string): Promise<() => void>
  state(): { inUse: number; waiting: number }
}

interface Queue {
  inUse: number
  waiting: Set<() => void>
}

/** A free permit goes to the key that holds the fewest, then to the one that released longest ago, then by arrival. */
export function createFairSemaphore({ permits, perKey, longestWaitMs }: FairSemaphoreOptions): FairSemaphore {
  /** Keys that hold or wait. A key that releases moves to the end. */
  const queues = new Map<string, Queue>()
  let inUse = 0

  function grant(key: string, queue: Queue): () => void {
    inUse += 1
    queue.inUse += 1
    queues.set(key, queue)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      inUse -= 1
      queue.inUse -= 1
      queues.delete(key)
      if (queue.inUse + queue.waiting.size > 0) queues.set(key, queue)
      grantNext()
    }
  }

  function grantNext(): void {
    if (inUse >= permits) return
    let next: Queue | undefined
    for (const queue of queues.values()) {
      if (queue.waiting.size > 0 && queue.inUse < perKey && (!next || queue.inUse < next.inUse)) next = queue
    }
    const [grantFirst] = next?.waiting ?? []
    grantFirst?.()
  }

  const queueOf = (key: string): Queue => queues.get(key) ?? { inUse: 0, waiting: new Set() }

  /** Everyone waiting is blocked by `perKey` or a lack of permits, so a newcomer who fits in overtakes nobody. */
  const isFree = (queue: Queue) => inUse < permits && queue.inUse < perKey

  return {
    acquire(key) {
      const queue = queueOf(key)
      if (isFree(queue)) return Promise.resolve(grant(key, queue))
      queues.set(key, queue)
      return new Promise((resolve, reject) => {
        const onGrant = () => {
          clearTimeout(timer)
          queue.waiting.delete(onGrant)
          resolve(grant(key, queue))
        }
        const timer = setTimeout(() => {
          queue.waiting.delete(onGrant)
          if (queue.inUse + queue.waiting.size === 0) queues.delete(key)
          reject(busy())
        }, longestWaitMs)
        queue.waiting.add(onGrant)
      })
    },

    state() {
      let waiting = 0
      for (const queue of queues.values()) waiting += queue.waiting.size
      return { inUse, waiting }
    },
  }
}
