import type { PrismaClient, Store } from '../generated/prisma/client.ts'
import { createReadCache } from '../platform/read-cache.ts'
import { isSubdomain } from '../platform/text/address.ts'

/** A store with the version of what all its visitors see alike, which is never newer than the store's own fields. */
export interface FoundStore extends Store {
  contentVersion: bigint
}

/** Finds stores by subdomain, active or not. */
export interface StoreDirectory {
  /** After a change by another process the answer may be old for up to a second. */
  find(subdomain: string): Promise<FoundStore | null>
  /** What `find` would answer without reading the database; undefined when it would have to read. */
  peek(subdomain: string): FoundStore | null | undefined
  /** Makes this process see a change that it has just committed, by dropping the cached store. */
  forget(subdomain: string): void
}

/** How long a process may serve a store as it was before another process changed it. */
export const STORE_MAX_AGE_MS = 1_000
/** Most cached names, including those that no store has. */
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
 * Reads the version first: what is read after it cannot be older than what the version stands for. It is found by the
 * store's id, as all tables are distributed by it.
 * @param knownId the store that had the subdomain before
 */
async function readStore(prisma: PrismaClient, subdomain: string, knownId?: string): Promise<FoundStore | null> {
  const id = knownId ?? (await prisma.store.findUnique({ where: { subdomain }, select: { id: true } }))?.id
  if (id === undefined) return null
  const content = await prisma.contentVersion.findFirst({ where: { storeId: id } })
  const store = await prisma.store.findUnique({ where: { subdomain } })
  if (store && store.id !== id) return await readStore(prisma, subdomain)
  return store && { ...store, contentVersion: content?.version ?? 0n }
}
