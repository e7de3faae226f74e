import { abortable } from '../network/abortable.ts'
import { createFairSemaphore, type FairSemaphore } from './fair-semaphore.ts'
import { createMemoryQuota, type MemoryQuota } from './memory-quota.ts'

/** What requests with large bodies may take of a process at once. Keys are usually stores. */
export interface BodyRoom {
  /** However slowly their bodies arrive. Other keys do not wait for them. */
  arrivals: FairSemaphore
  /** On bodies that were received whole. */
  work: FairSemaphore
  memory: MemoryQuota
}

export interface BodyRoomOptions {
  arrivals: { perKey: number; longestWaitMs: number }
  work: { permits: number; perKey: number; longestWaitMs: number }
  /** Of all bodies together. */
  maxBytes: number
}

export const createBodyRoom = ({ arrivals, work, maxBytes }: BodyRoomOptions): BodyRoom => ({
  arrivals: createFairSemaphore({ permits: Number.POSITIVE_INFINITY, ...arrivals }),
  work: createFairSemaphore(work),
  memory: createMemoryQuota(maxBytes),
})

/** @throws Problem UNAVAILABLE; the signal's reason */
export async function acquireUntil(semaphore: FairSemaphore, key: string, signal: AbortSignal): Promise<() => void> {
  const acquiring = semaphore.acquire(key)
  try {
    return await abortable(acquiring, signal)
  } catch (error) {
    acquiring.then(
      (release) => release(),
      () => {},
    )
    throw error
  }
}
