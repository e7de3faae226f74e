import { busy } from '../problem.ts'

export interface FairSemaphoreOptions {
  /** How many callers may hold a permit at once. */
  permits: number
  /** How many permits one key may hold, even while others are free, so that the next key finds a free one. */
  perKey: number
  longestWaitMs: number
}

/**
 * Limits how many callers run at once, and shares the permits fairly between keys (usually stores), so that a busy store
 * does not block the others.
 */
export interface FairSemaphore {
  /**
   * Waits for a permit. Returns a function that releases it; calling it again does nothing.
   * @throws Problem UNAVAILABLE when no permit becomes free in time
   */
  acquire(key: string): Promise<() => void>
  /** How many callers hold a permit and how many wait for one now. */
  state(): { inUse: number; waiting: number }
}

interface Queue {
  inUse: number
  /** In order of arrival. */
  waiting: Set<() => void>
}

/**
 * A free permit goes to the key that holds the fewest; among equal keys, to the one that released a permit longest ago;
 * within a key, to the caller who came first.
 */
export function createFairSemaphore({ permits, perKey, longestWaitMs }: FairSemaphoreOptions): FairSemaphore {
  /** One entry for each key that holds or waits for a permit. A key that releases one moves to the end. */
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

  /** Everyone waiting now is blocked by `perKey` or by a lack of permits, so a newcomer who fits in overtakes nobody. */
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
