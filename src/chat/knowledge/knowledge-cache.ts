import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { readKnowledge } from './knowledge.ts'
import { indexKnowledge, type KnowledgeIndex } from './knowledge-index.ts'

export interface KnowledgeCache {
  /** What the store knows, at most a second old. */
  find(context: Context): Promise<KnowledgeIndex>
}

const MAX_AGE_MS = 1_000
/** Facts of all stores together: about 40 MB. */
const MAX_FACTS = 20_000

/** Keeps an index while questions come in a row; what nobody asks for any more takes no memory. */
export function createKnowledgeCache(): KnowledgeCache {
  const cache = new LRUCache<string, KnowledgeIndex, Context>({
    maxSize: MAX_FACTS,
    sizeCalculation: ({ size }) => Math.max(1, size),
    ttl: MAX_AGE_MS,
    ttlAutopurge: true,
    fetchMethod: async (_id, _stale, { context: { services, store } }) =>
      indexKnowledge(await readKnowledge(services, store)),
  })
  return {
    async find(context) {
      const index = await cache.fetch(context.store.id, { context })
      if (!index) throw new Error('The knowledge of a store could not be read')
      return index
    },
  }
}
