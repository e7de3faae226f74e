import { admitWork, clientKey, countWork } from '../../../../api/admission/admission.ts'
import type { Context } from '../../../../api/context.ts'
import { createFairSemaphore } from '../../../../platform/limits/fair-semaphore.ts'

interface Looked<Result> {
  result: Result
  products: number
}

export interface SharedCounts {
  /**
   * Runs `count`, or joins a running one. Products read count against the caller's `facets` limit.
   * @param what identifies the count within a store's version
   * @throws Problem RATE_LIMITED, UNAVAILABLE
   */
  find<Result>(context: Context, what: string, count: () => Promise<Looked<Result>>): Promise<Result>
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

  async function withPermits<Result>(context: Context, work: () => Promise<Result>): Promise<Result> {
    const releaseAddress = await ofAddress.acquire(clientKey(context))
    try {
      const releaseStore = await ofStore.acquire(context.store.id)
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
    async find<Result>(context: Context, what: string, count: () => Promise<Looked<Result>>) {
      await admitWork(context, 'facets')
      const { store, contentVersion } = context
      const key = `${store.id} ${contentVersion} ${what}`
      const known = contentVersion === null ? undefined : underway.get(key)
      if (known && isFresh(known)) return (await known.result) as Result
      const making: Underway = { startedAt: null, result: Promise.resolve() }
      const made = withPermits(context, async () => {
        making.startedAt = performance.now()
        const { result, products } = await count()
        await countWork(context, 'facets', products - 1)
        return result
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
