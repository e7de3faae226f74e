import type { PrismaClient, Store } from '../generated/prisma/client.ts'
import { createReadCache } from '../platform/read-cache.ts'
import { isSubdomain } from '../platform/subdomain.ts'

export interface StoreDirectory {
  /**
   * The store of the subdomain, active or not. After a change by another process the answer may be old for up to a
   * second.
   */
  find(subdomain: string): Promise<Store | null>
  /** Makes this process see a change that it has just committed, by dropping the cached store. */
  forget(subdomain: string): void
}

const MAX_AGE_MS = 1_000
/** Most cached names, including those that no store has. */
const MAX_STORES = 10_000

export function createStoreDirectory(prisma: PrismaClient): StoreDirectory {
  const cache = createReadCache<{ store: Store | null }>(
    { maxAgeMs: MAX_AGE_MS, maxSize: MAX_STORES },
    async (subdomain) => ({ store: await prisma.store.findUnique({ where: { subdomain } }) }),
  )
  return {
    async find(subdomain) {
      if (!isSubdomain(subdomain)) return null
      return (await cache.find(subdomain)).store
    },
    forget: cache.forget,
  }
}
