import { admitWork, clientKey, countWork } from '../../../admission/admission.ts'
import type { Context } from '../../../graphql/context.ts'
import { createFairSemaphore } from '../../../platform/limits/fair-semaphore.ts'

/** What was counted, and how many products were looked at for it. */
interface Looked<Result> {
  result: Result
  products: number
}

/** Counts that look at every product of a list: facets, and what is in stock of it. */
export interface SharedCounts {
  /**
   * The result of `count`, or of the same that somebody else is waiting for. What it looks at counts against the
   * `facets` of whoever has it made.
   * @param what distinguishes the counts of a store in one state
   * @throws Problem RATE_LIMITED, UNAVAILABLE
   */
  find<Result>(context: Context, what: string, count: () => Promise<Looked<Result>>): Promise<Result>
  /** How many are made, and how many wait for a permit. */
  state(): { inUse: number; waiting: number }
}

interface Underway {
  /** Null while it waits for a permit. */
  startedAt: number | null
  result: Promise<unknown>
}

/** How many are made at once: of the ten connections of a process as many as one request has. */
const PERMITS = 3
/** Of one store. Its other shoppers have the rest of the database's time. */
const PER_STORE = 1
const LONGEST_WAIT_MS = 5_000
/** Stock that somebody has changed since may not be missed for longer. */
const MAX_AGE_MS = 1_000

/**
 * Makes such counts one after the other: of an address at a store one at a time, and of a store. Who waits has no
 * connection, and no address is in another's way for longer than its one count takes.
 */
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
      // Counts of one store under one name have results of one kind.
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
