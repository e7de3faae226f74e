import type { PrismaClient, Store } from '../../generated/prisma/client.ts'
import { createReadCache } from '../../platform/read-cache.ts'
import { isSubdomain } from '../../platform/text/address.ts'

/** The version of what all visitors see, never newer than the store's fields. */
export interface FoundStore extends Store {
  contentVersion: bigint
  /** The version of its zones, delivery methods and payment methods; 0 when it has none. */
  termsVersion: bigint
}

/** By subdomain, active or not. */
export interface StoreDirectory {
  /** Up to a second old after a change by another process. */
  find(subdomain: string): Promise<FoundStore | null>
  /** Undefined when `find` would have to read the database. */
  peek(subdomain: string): FoundStore | null | undefined
  /** Call it after a commit in this process. */
  forget(subdomain: string): void
}

/** After a change by another process. */
export const STORE_MAX_AGE_MS = 1_000
/** Including names that no store has. */
const MAX_STORES = 10_000

export function createStoreDirectory(prisma: PrismaClient): StoreDirectory {
  const cache = createReadCache<{ store: FoundStore | null }>(
    { maxAgeMs: STORE_MAX_AGE_MS, maxSize: MAX_STORES },
    async (subdomain, previous) => ({ store: await readStore(prisma, subdomain, previous?.store?.id) }),
  )
  return {
    async find(subdomain) {
      if (!isSubdomain(subdomain)) return null
      return (await cache.find(subdomain)).store
    },
    peek: (subdomain) => cache.peek(subdomain)?.store,
    forget: cache.forget,
  }
}

/**
 * Reads the version first: what is read later cannot be older. By id, as all tables are distributed by it.
 * @param knownId the store that had the subdomain before
 */
async function readStore(prisma: PrismaClient, subdomain: string, knownId?: string): Promise<FoundStore | null> {
  const id = knownId ?? (await prisma.store.findUnique({ where: { subdomain }, select: { id: true } }))?.id
  if (id === undefined) return null
  const content = await prisma.contentVersion.findFirst({ where: { storeId: id } })
  const store = await prisma.store.findUnique({ where: { subdomain } })
  if (store && store.id !== id) return await readStore(prisma, subdomain)
  return store && { ...store, contentVersion: content?.version ?? 0n, termsVersion: content?.termsVersion ?? 0n }
}
