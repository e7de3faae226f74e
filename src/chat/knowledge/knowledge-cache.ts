import type { Context } from '../../gateway/context.ts'
import { createReadCache } from '../../platform/read-cache.ts'
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
export function createKnowledgeCache({ maxFacts = MAX_FACTS } = {}): KnowledgeCache {
  const cache = createReadCache<KnowledgeIndex, Context>(
    { maxAgeMs: MAX_AGE_MS, maxSize: maxFacts, sizeOf: ({ size }) => Math.max(1, size) },
    async (_id, previous, { services, store }) => indexKnowledge(await readKnowledge(services, store), previous),
  )
  return { find: (context) => cache.find(context.store.id, context) }
}
