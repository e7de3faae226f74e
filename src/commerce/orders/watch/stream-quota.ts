import { Problem } from '../../../platform/problem.ts'

export interface StreamLimits {
  /** For each address of a shopper, or each key of an owner. */
  perHolder: number
  perStore: number
  perProcess: number
}

interface Refusals {
  holder: (most: number) => string
  full: string
}

/** Seconds; nobody knows when a stream ends. */
const TRY_AGAIN_AFTER = 10

export function createStreamQuota({ perHolder, perStore, perProcess }: StreamLimits, refusals: Refusals) {
  const holders = new Map<string, number>()
  const stores = new Map<string, number>()
  let inUse = 0

  return {
    inUse: () => inUse,

    /** Returns a release to be called once. @throws Problem RATE_LIMITED, UNAVAILABLE */
    acquire(storeId: string, holder: string): () => void {
      if ((holders.get(holder) ?? 0) >= perHolder) {
        throw new Problem('RATE_LIMITED', refusals.holder(perHolder), { retryAfter: TRY_AGAIN_AFTER })
      }
      if ((stores.get(storeId) ?? 0) >= perStore || inUse >= perProcess) {
        throw new Problem('UNAVAILABLE', refusals.full, { retryAfter: TRY_AGAIN_AFTER })
      }
      inUse += 1
      add(holders, holder, 1)
      add(stores, storeId, 1)
      return () => {
        inUse -= 1
        add(holders, holder, -1)
        add(stores, storeId, -1)
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
