import { limitKey } from '../../platform/network/client-address.ts'
import { Problem } from '../../platform/problem.ts'

export interface FollowerLimits {
  perAddress: number
  perStore: number
  perProcess: number
}

/** Seconds; nobody knows when a follower stops. */
const TRY_AGAIN_AFTER = 10

export function createFollowerQuota({ perAddress, perStore, perProcess }: FollowerLimits) {
  const addresses = new Map<string, number>()
  const stores = new Map<string, number>()
  let inUse = 0

  return {
    inUse: () => inUse,

    /** Returns a release to be called once. @throws Problem RATE_LIMITED, UNAVAILABLE */
    acquire(storeId: string, ip: string): () => void {
      const address = limitKey(ip)
      if ((addresses.get(address) ?? 0) >= perAddress) {
        const message = `${perAddress} orders are followed from this address already. Close one of them first.`
        throw new Problem('RATE_LIMITED', message, { retryAfter: TRY_AGAIN_AFTER })
      }
      if ((stores.get(storeId) ?? 0) >= perStore || inUse >= perProcess) {
        const message = 'Too many orders are being followed now. Please try again.'
        throw new Problem('UNAVAILABLE', message, { retryAfter: TRY_AGAIN_AFTER })
      }
      inUse += 1
      add(addresses, address, 1)
      add(stores, storeId, 1)
      return () => {
        inUse -= 1
        add(addresses, address, -1)
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
