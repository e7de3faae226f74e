import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { readKnowledge } from './knowledge.ts'
import { indexKnowledge, type KnowledgeIndex } from './knowledge-index.ts'

export interface KnowledgeCache {
  /** What the store knows, at most a second old. */
  find(context: Context): Promise<KnowledgeIndex>
}

const MAX_AGE_MS = 1_000
/** Facts of all stores together, each about 10 KB. */
const MAX_FACTS = 5_000

/** Knowledge is read anew after a second; the index of its texts, which takes longer, is made anew when they change. */
export function createKnowledgeCache(): KnowledgeCache {
  const cache = new LRUCache<string, KnowledgeIndex, Context>({
    maxSize: MAX_FACTS,
    sizeCalculation: ({ size }) => Math.max(1, size),
    ttl: MAX_AGE_MS,
    fetchMethod: async (_id, stale, { context: { services, store } }) =>
      indexKnowledge(await readKnowledge(services, store), stale),
  })
  return {
    async find(context) {
      const index = await cache.fetch(context.store.id, { context })
      if (!index) throw new Error('The knowledge of a store could not be read')
      return index
    },
  }
}
