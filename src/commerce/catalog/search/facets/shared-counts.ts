import { createFairSemaphore } from '../../../../platform/limits/fair-semaphore.ts'

interface Caller {
  storeId: string
  /** Null when unknown: then nothing is shared. */
  contentVersion: bigint | null
  /** Callers of a store take turns. */
  clientKey: string
}

export interface SharedCounts {
  /**
   * Runs `count`, or joins a running one.
   * @param what identifies the count within a store's version
   * @throws Problem UNAVAILABLE
   */
  find<Result>(caller: Caller, what: string, count: () => Promise<Result>): Promise<Result>
  state(): { inUse: number; waiting: number }
}

interface Underway {
  startedAt: number | null
  result: Promise<unknown>
}

/** As many of a process's ten connections as one request may use. */
const PERMITS = 3
const PER_STORE = 1
const LONGEST_WAIT_MS = 5_000
/** Limits how stale the stock may be. */
const MAX_AGE_MS = 1_000

/** One count at a time per store, and per address within it. Waiting takes no connection. */
export function createSharedCounts({ longestWaitMs = LONGEST_WAIT_MS } = {}): SharedCounts {
  const ofAddress = createFairSemaphore({ permits: Number.POSITIVE_INFINITY, perKey: 1, longestWaitMs })
  const ofStore = createFairSemaphore({ permits: PERMITS, perKey: PER_STORE, longestWaitMs })
  const underway = new Map<string, Underway>()

  async function withPermits<Result>({ clientKey, storeId }: Caller, work: () => Promise<Result>): Promise<Result> {
    const releaseAddress = await ofAddress.acquire(clientKey)
    try {
      const releaseStore = await ofStore.acquire(storeId)
      try {
        return await work()
      } finally {
        releaseStore()
      }
    } finally {
      releaseAddress()
    }
  }

  const isFresh = ({ startedAt }: Underway) => startedAt === null || performance.now() - startedAt < MAX_AGE_MS

  return {
    async find<Result>(caller: Caller, what: string, count: () => Promise<Result>) {
      const { storeId, contentVersion } = caller
      const key = `${storeId} ${contentVersion} ${what}`
      const known = contentVersion === null ? undefined : underway.get(key)
      if (known && isFresh(known)) return (await known.result) as Result
      const making: Underway = { startedAt: null, result: Promise.resolve() }
      const made = withPermits(caller, () => {
        making.startedAt = performance.now()
        return count()
      }).finally(() => {
        if (underway.get(key) === making) underway.delete(key)
      })
      making.result = made
      underway.set(key, making)
      return await made
    },

    state: () => ({ inUse: ofStore.state().inUse, waiting: ofAddress.state().waiting + ofStore.state().waiting }),
  }
}
