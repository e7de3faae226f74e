import { limitKey } from '../../platform/network/client-address.ts'
import { Problem } from '../../platform/problem.ts'

/** How many may follow orders at once in one process. */
export interface PlaceLimits {
  perAddress: number
  perStore: number
  perProcess: number
}

/** Seconds. Places become free when somebody leaves, which nobody can foresee. */
const TRY_AGAIN_AFTER = 10

/** Gives out the places of those who follow orders. */
export function createPlaces({ perAddress, perStore, perProcess }: PlaceLimits) {
  const addresses = new Map<string, number>()
  const stores = new Map<string, number>()
  let taken = 0

  return {
    taken: () => taken,

    /**
     * Takes a place. Returns a function that gives it back, to be called once.
     * @throws Problem RATE_LIMITED when the address has too many; UNAVAILABLE when the store or the process has
     */
    take(storeId: string, ip: string): () => void {
      const address = limitKey(ip)
      if ((addresses.get(address) ?? 0) >= perAddress) {
        const message = `${perAddress} orders are followed from this address already. Close one of them first.`
        throw new Problem('RATE_LIMITED', message, { retryAfter: TRY_AGAIN_AFTER })
      }
      if ((stores.get(storeId) ?? 0) >= perStore || taken >= perProcess) {
        const message = 'Too many orders are being followed now. Please try again.'
        throw new Problem('UNAVAILABLE', message, { retryAfter: TRY_AGAIN_AFTER })
      }
      taken += 1
      add(addresses, address, 1)
      add(stores, storeId, 1)
      return () => {
        taken -= 1
        add(addresses, address, -1)
        add(stores, storeId, -1)
      }
    },
  }
}

/** Adds to a count, which is forgotten at 0. */
function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
