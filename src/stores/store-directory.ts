import { LRUCache } from 'lru-cache'
import type { PrismaClient, Store } from '../generated/prisma/client.ts'
import { isSubdomain } from '../platform/subdomain.ts'

export interface StoreDirectory {
  /** The store of that subdomain, active or not. At most a second old when another process changed it. */
  find(subdomain: string): Promise<Store | null>
  /** Makes this process see a change that it has just committed. */
  forget(subdomain: string): void
}

const MAX_AGE_MS = 1_000

export function createStoreDirectory(prisma: PrismaClient): StoreDirectory {
  const cache = new LRUCache<string, { store: Store | null }>({
    max: 10_000,
    ttl: MAX_AGE_MS,
    fetchMethod: async (subdomain) => ({ store: await prisma.store.findUnique({ where: { subdomain } }) }),
  })
  return {
    async find(subdomain) {
      if (!isSubdomain(subdomain)) return null
      const entry = await cache.fetch(subdomain)
      return entry?.store ?? null
    },
    forget(subdomain) {
      cache.delete(subdomain)
    },
  }
}
