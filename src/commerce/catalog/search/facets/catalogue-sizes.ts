import type { Db } from '../../../../platform/database/db.ts'
import { createReadCache } from '../../../../platform/read-cache.ts'
import { catalogueSize } from '../words.sql.ts'

interface Asking {
  store: { id: string }
  services: { db: Pick<Db, 'sql'> }
}

/** Active products per store, up to a minute old. */
export interface CatalogueSizes {
  find(context: Asking): Promise<number>
  peek(storeId: string): number
}

const MAX_AGE_MS = 60_000
const MAX_STORES = 10_000

export function createCatalogueSizes(): CatalogueSizes {
  const cache = createReadCache<{ products: number }, Asking>(
    { maxAgeMs: MAX_AGE_MS, maxSize: MAX_STORES },
    async (storeId, _, { services }) => (await services.db.sql.read(catalogueSize, storeId))[0] ?? { products: 0 },
  )
  return {
    find: async (context) => (await cache.find(context.store.id, context)).products,
    peek: (storeId) => cache.peek(storeId)?.products ?? 0,
  }
}
