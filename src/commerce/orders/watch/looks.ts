import { AsyncLocalStorage } from 'node:async_hooks'
import type { OrderQueue } from '../order-queue.ts'

/** Milliseconds in which transactions are gathered for one look. */
const GATHER_MS = 20
/** Stores looked at together; leaves connections to requests. */
const LOOKS_AT_ONCE = 2

interface Options {
  orderQueue: OrderQueue
  /** Milliseconds between looks for changes of other processes. */
  lookEveryMs: number
  /** Never rejects. */
  look: (storeId: string) => Promise<void>
}

/** Looks at each watched store by the clock, and at once after this process's transactions. */
export function createLooks(stores: ReadonlyMap<string, unknown>, { orderQueue, lookEveryMs, look }: Options) {
  const due = new Set<string>()
  const looking = new Set<string>()
  /** Timers set here belong to no request's trace. */
  const outside = AsyncLocalStorage.snapshot()
  let timer: NodeJS.Timeout | undefined
  let isGathering = false

  function lookAtDue(): void {
    for (const storeId of due) {
      if (looking.size >= LOOKS_AT_ONCE) return
      if (looking.has(storeId)) continue
      due.delete(storeId)
      looking.add(storeId)
      void look(storeId).finally(() => {
        looking.delete(storeId)
        lookAtDue()
      })
    }
  }

  orderQueue.onCommit((storeId) => {
    if (!stores.has(storeId)) return
    due.add(storeId)
    if (isGathering) return
    isGathering = true
    outside(setTimeout, lookAtGathered, GATHER_MS)
  })

  function lookAtGathered(): void {
    isGathering = false
    lookAtDue()
  }

  return {
    start(): void {
      timer ??= outside(
        setInterval,
        () => {
          for (const storeId of stores.keys()) due.add(storeId)
          lookAtDue()
        },
        lookEveryMs,
      ).unref()
    },
    stopIfUnwatched(): void {
      if (stores.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
    /** A timer that belongs to no request's trace. */
    after: (ms: number, run: () => void): NodeJS.Timeout => outside(setTimeout, run, ms).unref(),
  }
}
