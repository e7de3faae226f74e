import type { Context } from '../../../graphql/context.ts'
import { storeStatement } from '../../../platform/database/store-statement.ts'
import { createReadCache } from '../../../platform/read-cache.ts'

/** Active products per store, up to a minute old. */
export interface CatalogueSizes {
  find(context: Context): Promise<number>
  peek(storeId: string): number
}

const MAX_AGE_MS = 60_000
const MAX_STORES = 10_000
const MOST = 1_000_000

const size = storeStatement<{ products: number }>(
  'size of a catalogue',
  `SELECT count(*)::int AS products
   FROM (SELECT 1 FROM product_search WHERE store_id = $1 AND active LIMIT ${MOST}) AS counted`,
)

export function createCatalogueSizes(): CatalogueSizes {
  const cache = createReadCache<{ products: number }, Context>(
    { maxAgeMs: MAX_AGE_MS, maxSize: MAX_STORES },
    async (storeId, _, { services }) => (await services.db.sql.read(size, storeId))[0] ?? { products: 0 },
  )
  return {
    find: async (context) => (await cache.find(context.store.id, context)).products,
    peek: (storeId) => cache.peek(storeId)?.products ?? 0,
  }
}
